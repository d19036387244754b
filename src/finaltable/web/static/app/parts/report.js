// The report of a review to keep: a page, Markdown or CSV. All text of files is escaped.
import { html } from "../../vendor/preact.js";
import { moneyOf, number, t } from "../locale.js";
import { download } from "./copy.js";
import { Dialog } from "./dialog.js";

const SMALLEST = 5e-4; // of the prizes: a smaller cost is not listed

/** The decisions to list: clear mistakes by cost, then those that may be mistakes. */
export function listed(decisions, pool) {
  const gain = (one) => one.verdicts[0].gain;
  const wrong = decisions.filter((one) => gain(one) < 0 && -gain(one) >= SMALLEST * pool);
  const isClear = (one) => one.verdicts[0].cost > 0;
  const byCost = (list) => [...list].sort((one, other) => gain(one) - gain(other));
  return [...byCost(wrong.filter(isClear)), ...byCost(wrong.filter((one) => !isClear(one)))];
}

const COLUMNS = ["number", "position", "bb", "cards", "did", "better", "cost", "unsure", "reason"];

/** The rows of a report, as text. */
function rowsOf(one, money) {
  return listed(one.decisions, one.pool).map((each) => {
    const [first] = each.verdicts;
    return [
      each.number,
      each.position,
      number(each.effective ?? each.stack, 1),
      each.cards,
      t(`review.did.${each.done}`),
      first.cost > 0 ? t(`review.act.${first.better}`) : "?",
      money.signed(first.gain),
      `±${money.text(each.uncertainty ?? first.error)}`,
      each.reason,
    ].map(String);
  });
}

const summary = (answer, money) => {
  const [first] = answer.costs;
  return `${t("review.cost", { count: first.mistakes, money: money.text(first.money) })} ${t(
    first.luck < 0 ? "review.luckCost" : "review.luckWon",
    { money: money.text(Math.abs(first.luck)) },
  )}`;
};

/** What the costs rest on: the models, and what was assumed. */
const basis = (answer, assumed) => [...answer.models.map((model) => model.toUpperCase()), ...assumed].join(" · ");

const columns = () => COLUMNS.map((name) => t(`review.column.${name}`));
const moneyIn = (one) => moneyOf(one.currency, one.pool);
const titleOf = (one) => `${one.room} ${one.name || one.id}, ${t("review.handsOnly", { count: one.hands })}`;

/** Text in a cell of Markdown. */
const inCell = (text) => text.replace(/[|\\`*_<>[\]]/g, "\\$&").replace(/\s+/g, " ");

export function reportMarkdown(answer, assumed) {
  const table = (one) => {
    const rows = rowsOf(one, moneyIn(one)).map((cells) => `| ${cells.map(inCell).join(" | ")} |`);
    const head = [
      `| ${columns().join(" | ")} |`,
      `|${columns()
        .map(() => "---")
        .join("|")}|`,
    ];
    return [`## ${inCell(titleOf(one))}`, "", ...(rows.length ? [...head, ...rows] : [t("review.none")]), ""].join(
      "\n",
    );
  };
  const about = summary(answer, moneyIn(answer.tournaments[0]));
  const head = `# ${t("title./review")}: ${inCell(answer.hero)}\n\n${about}\n\n${inCell(basis(answer, assumed))}\n\n`;
  return head + answer.tournaments.map(table).join("\n");
}

/** A cell of CSV; a leading sign that a spreadsheet would run is quoted. */
const inCsv = (value) => {
  const text = /^[=+@\t]/.test(String(value)) ? `'${value}` : String(value);
  return /[",\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
};

export function reportCsv(answer) {
  const head = "tournament,hand,number,kind,position,effective_bb,cards,done,better,gain,cost,uncertainty,reason";
  const lines = answer.tournaments.flatMap((one) =>
    one.decisions.map((each) => {
      const [first] = each.verdicts;
      const cells = [
        one.id,
        each.hand,
        each.number,
        each.kind,
        each.position,
        each.effective ?? each.stack,
        each.cards,
      ];
      const values = [each.done, first.better, first.gain, first.cost, each.uncertainty ?? first.error, each.reason];
      return [...cells, ...values].map(inCsv).join(",");
    }),
  );
  return `${[head, ...lines].join("\n")}\n`;
}

const escaped = (text) =>
  String(text).replace(
    /[&<>"']/g,
    (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" })[sign],
  );

const STYLE =
  "body{font:15px/1.5 system-ui,sans-serif;max-width:960px;margin:32px auto;padding:0 16px;color:#10201a}" +
  "table{border-collapse:collapse;width:100%}td,th{padding:6px 8px;border-top:1px solid #dde3df;text-align:left}" +
  "td:not(:last-child){white-space:nowrap}";

export function reportHtml(answer, assumed) {
  const cells = (tag, row) => `<tr>${row.map((text) => `<${tag}>${escaped(text)}</${tag}>`).join("")}</tr>`;
  const table = (one) => {
    const rows = rowsOf(one, moneyIn(one));
    const body = rows.map((row) => cells("td", row)).join("");
    const found = rows.length
      ? `<table>${cells("th", columns())}${body}</table>`
      : `<p>${escaped(t("review.none"))}</p>`;
    return `<h2>${escaped(titleOf(one))}</h2>${found}`;
  };
  const title = `${escaped(t("title./review"))}: ${escaped(answer.hero)}`;
  const policy = "default-src 'none'; style-src 'unsafe-inline'";
  return (
    `<!doctype html><html lang="${escaped(document.documentElement.lang)}"><head><meta charset="utf-8">` +
    `<meta http-equiv="Content-Security-Policy" content="${policy}"><title>${title}</title>` +
    `<style>${STYLE}</style></head>` +
    `<body><h1>${title}</h1><p>${escaped(summary(answer, moneyIn(answer.tournaments[0])))}</p>` +
    `<p>${escaped(basis(answer, assumed))}</p>` +
    `${answer.tournaments.map(table).join("")}</body></html>`
  );
}

/** Choose the format of the report. */
export function ReportDialog({ answer, assumed, close }) {
  const save = (text, type, name) => {
    download(new Blob([text], { type }), `review.${name}`);
    close();
  };
  return html`<${Dialog} label=${t("review.save")} close=${close}>
    <p class="sm ink2">${t("review.saveAbout")}</p>
    <div class="col ga">
      <button type="button" class="btn pri" onClick=${() => save(reportHtml(answer, assumed), "text/html", "html")}>
        ${t("review.asPage")}
      </button>
      <button type="button" class="btn" onClick=${() => save(reportMarkdown(answer, assumed), "text/markdown", "md")}>
        ${t("review.asMarkdown")}
      </button>
      <button type="button" class="btn" onClick=${() => save(reportCsv(answer), "text/csv", "csv")}>
        ${t("review.asCsv")}
      </button>
    </div>
  <//>`;
}
