// Training progress: a curve, by position, by depth; export, import, delete.
import { html } from "../../vendor/preact.js";
import { usePage } from "../hooks.js";
import { percent, t } from "../locale.js";
import {
  curve,
  forgetProgress,
  groups,
  joinProgress,
  keepProgress,
  loadProgress,
  readProgress,
  total,
} from "../training/progress.js";
import { download } from "./copy.js";
import { Dialog } from "./dialog.js";

export function ProgressDialog({ progress, change, close }) {
  const { say } = usePage();
  const all = total(progress);
  const export_ = () =>
    download(
      new Blob([JSON.stringify({ finaltable: "training", version: 1, ...progress })], { type: "application/json" }),
      "finaltable-training.json",
    );
  const import_ = async (event) => {
    const file = event.target.files[0];
    const read = file && readProgress(await file.text());
    if (!read) return say(t("train.badFile"));
    const before = loadProgress();
    replace(read);
    return say(
      t("train.imported", { count: read.answers.length }),
      before.answers.length ? () => replace(before) : null,
    );
  };
  const replace = (now) => {
    if (!keepProgress(now)) say(t("train.notKept"));
    change(now);
  };
  const forget = () => {
    const before = progress;
    forgetProgress();
    change(loadProgress());
    say(t("train.forgotten"), () => replace(joinProgress(before, loadProgress())));
  };
  return html`<${Dialog} label=${t("train.progress")} close=${close}>
    ${
      all.count === 0
        ? html`<p class="mute">${t("train.nothing")}</p>`
        : html`<p>
          <b>
            ${t("train.total", {
              count: all.count,
              right: percent(all.right / all.count, 0),
              lost: percent(all.lost, 2),
            })}
          </b>
        </p>
        <${Curve} values=${curve(progress)} />
        ${["seat", "depth"].map(
          (field) => html`<${Groups}
            key=${field}
            rows=${sorted(groups(progress, field))}
            field=${field}
          />`,
        )}
        ${
          progress.cards.length > 0 &&
          html`<p class="sm mute">
            ${t("train.boxes", { count: progress.cards.length })}
          </p>`
        }`
    }
    <p class="sm mute">${t("train.device")}</p>
    <div class="row w">
      <button type="button" class="btn fill" disabled=${!all.count} onClick=${export_}>${t("train.export")}</button>
      <label class="btn fill">
        ${t("train.import")}
        <input type="file" accept="application/json,.json" class="unseen" onChange=${import_} />
      </label>
      <button type="button" class="btn fill" disabled=${!all.count} onClick=${forget}>${t("delete")}</button>
    </div>
  <//>`;
}

// Depths in ascending order; positions in order of appearance.
const sorted = (rows) => [...rows].sort((a, b) => (parseInt(a.name, 10) || 0) - (parseInt(b.name, 10) || 0));

const WIDE = 480;
const HIGH = 90;

/** Cost over each ten answers; lower is better. */
function Curve({ values }) {
  const most = Math.max(...values) || 1;
  const x = (i) => 4 + (values.length > 1 ? (i * (WIDE - 8)) / (values.length - 1) : (WIDE - 8) / 2);
  const y = (value) => 6 + (HIGH - 12) * (1 - value / most);
  return html`<figure class="col ga">
    <svg
      viewBox=${`0 0 ${WIDE} ${HIGH}`}
      width="100%"
      role="img"
      aria-label=${t("train.curve", { first: percent(values[0], 2), last: percent(values.at(-1), 2) })}
    >
      <line x1="0" x2=${WIDE} y1=${y(0)} y2=${y(0)} class="rule" />
      <polyline class="learning" points=${values.map((value, i) => `${x(i)},${y(value)}`).join(" ")} />
      ${values.map((value, i) => html`<circle key=${i} class="dot" cx=${x(i)} cy=${y(value)} r="4" />`)}
    </svg>
    <figcaption class="sm mute">${t("train.curveAbout")}</figcaption>
  </figure>`;
}

function Groups({ rows, field }) {
  return html`<table>
    <caption class="unseen">${t(`train.by.${field}`)}</caption>
    <thead>
      <tr>
        <th scope="col">${t(`train.by.${field}`)}</th>
        <th scope="col">${t("train.spots")}</th>
        <th scope="col">${t("train.right")}</th>
        <th scope="col">${t("train.perSpot")}</th>
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        (row) => html`<tr key=${row.name}>
          <th scope="row">${row.name}</th>
          <td>${row.count}</td>
          <td>${percent(row.right / row.count, 0)}</td>
          <td>${percent(row.lost, 2)}</td>
        </tr>`,
      )}
    </tbody>
  </table>`;
}
