"use strict";
// Enhances a page that works without it: results follow what is typed, the address follows, nothing loses its focus.
(() => {
  const form = document.getElementById("table");
  if (!form) return;
  const results = document.getElementById("results");
  const status = document.getElementById("status");
  const rows = document.getElementById("rows");
  const picker = document.getElementById("picker");
  const notice = document.getElementById("notice");
  const OURS = new Set(["paste", "fills"]); // fields that are not part of the state
  const PAUSE = 60; // milliseconds without a key before we ask
  const LATE = 150; // milliseconds after which old results are marked as such
  const AGAIN = 2000; // milliseconds between two tries without a connection
  let timer = 0;
  let asking = null;

  function query() {
    const fields = new URLSearchParams();
    for (const [name, value] of new FormData(form)) {
      if (OURS.has(name)) continue;
      if (value !== "" || name === "name" || name === "stack") fields.append(name, value);
    }
    return fields;
  }

  function remember(fields, push) {
    const text = fields.toString();
    const address = form.dataset.page + (text ? "?" + text : "");
    if (address !== location.pathname + location.search) history[push ? "pushState" : "replaceState"](null, "", address);
    fields.delete("path");
    for (const link of document.querySelectorAll("[data-nav]")) link.href = link.dataset.nav + (text ? "?" + fields : "");
  }

  function showFault(root) {
    for (const field of form.querySelectorAll("[aria-invalid]")) field.removeAttribute("aria-invalid");
    for (const fault of form.querySelectorAll(".fault")) fault.textContent = "";
    if (!root || root.dataset.fault === undefined) return;
    const field = document.getElementById(root.dataset.fault);
    const fault = document.getElementById(root.dataset.fault + "-fault");
    if (field) field.setAttribute("aria-invalid", "true");
    if (fault) fault.textContent = root.dataset.status;
  }

  function say(words) {
    notice.textContent = words;
    notice.hidden = words === "";
    if (words) status.textContent = words;
  }

  function stale(is) {
    results.classList.toggle("stale", is);
    results.setAttribute("aria-busy", String(is));
  }

  function show(html) {
    results.innerHTML = html;
    stale(false);
    say("");
    const root = results.firstElementChild;
    showFault(root);
    if (root) status.textContent = root.dataset.status || "";
    if (root && picker) pressHands(root);
    for (const button of results.querySelectorAll("[data-copy]")) button.hidden = false;
  }

  async function ask(push) {
    clearTimeout(timer);
    const fields = query();
    const text = fields.toString();
    remember(fields, push);
    const pool = document.getElementById("pool-field");
    if (pool) pool.hidden = !/%/.test(document.getElementById("payouts").value) && !document.getElementById("pool").value;
    if (asking) asking.abort();
    const mine = new AbortController();
    asking = mine;
    const late = setTimeout(stale, LATE, true);
    let html;
    try {
      const answer = await fetch(form.dataset.part + "?" + text, { signal: mine.signal });
      if (answer.status === 503) timer = setTimeout(ask, 1000, false);
      html = await answer.text();
    } catch (problem) {
      if (asking === mine) {
        stale(true);
        say("No connection: what you see is from before.");
        timer = setTimeout(ask, AGAIN, false);
      }
      return;
    } finally {
      clearTimeout(late);
    }
    if (asking === mine) show(html);
  }

  function soon() {
    clearTimeout(timer);
    timer = setTimeout(ask, PAUSE, false);
  }

  // --- the table's rows ---

  function number() {
    [...rows.children].forEach((row, i) => {
      for (const input of row.querySelectorAll("input")) {
        input.id = input.name + "-" + i;
        input.setAttribute("aria-label", (input.name === "name" ? "Name" : "Chips") + " of player " + (i + 1));
        input.setAttribute("aria-describedby", input.id + "-fault");
        if (input.name === "name") input.placeholder = "Player " + (i + 1);
      }
      const [stack, name] = row.querySelectorAll(".fault");
      stack.id = "stack-" + i + "-fault";
      name.id = "name-" + i + "-fault";
      const [up, remove] = row.querySelectorAll("button");
      up.value = "up-" + i;
      up.setAttribute("aria-label", "Move player " + (i + 1) + " up");
      remove.value = "remove-" + i;
      remove.setAttribute("aria-label", "Remove player " + (i + 1));
    });
  }

  function act(action) {
    const [what, at] = action.split("-");
    const row = rows.children[Number(at)];
    let focus = null;
    if (what === "add") {
      const fresh = rows.lastElementChild.cloneNode(true);
      for (const input of fresh.querySelectorAll("input")) { input.value = ""; input.removeAttribute("aria-invalid"); }
      for (const fault of fresh.querySelectorAll(".fault")) fault.textContent = "";
      rows.append(fresh);
      focus = fresh.querySelector("input");
    } else if (what === "remove") {
      if (rows.children.length > 1) {
        focus = (row.nextElementSibling || row.previousElementSibling).querySelector("input");
        row.remove();
      } else {
        for (const input of row.querySelectorAll("input")) input.value = "";
        focus = row.querySelector("input");
      }
    } else if (row.previousElementSibling) {
      rows.insertBefore(row, row.previousElementSibling);
      focus = row.querySelector("button");
    }
    number();
    if (focus) focus.focus();
    ask(true);
  }

  function refusePaste(words, text) {
    const fault = document.getElementById("paste-fault");
    fault.closest("details").open = true;
    fault.textContent = words;
    status.textContent = words;
    const box = document.getElementById("paste");
    if (!box.value) box.value = text;
  }

  function fillDown(field, from, values) {
    while (rows.children.length < from + values.length) {
      const fresh = rows.lastElementChild.cloneNode(true);
      for (const input of fresh.querySelectorAll("input")) input.value = "";
      rows.append(fresh);
    }
    values.forEach((value, i) => { rows.children[from + i].querySelector("[name=" + field + "]").value = value; });
    number();
  }

  async function paste(text, into) {
    let answer;
    let body;
    try {
      answer = await fetch("/part/rows?" + new URLSearchParams({ paste: text }));
      body = answer.ok ? await answer.text() : await answer.json();
    } catch (problem) {
      refusePaste("No connection: try again.", text);
      return;
    }
    if (!answer.ok) {
      if (into) into.setRangeText(text.replace(/\s+/g, " "), into.selectionStart, into.selectionEnd, "end");
      else refusePaste(body.message, text);
      if (into) soon();
      return;
    }
    const holder = document.createElement("div");
    holder.innerHTML = body;
    const list = holder.firstElementChild;
    const stacks = [...list.querySelectorAll("[name=stack]")].map((input) => input.value);
    const named = [...list.querySelectorAll("[name=name]")].some((input) => input.value);
    if (into && into.name === "stack" && !named) {
      fillDown("stack", [...rows.children].indexOf(into.closest("li")), stacks); // a column of chips
    } else {
      rows.replaceChildren(...list.children);
    }
    const payouts = document.getElementById("payouts");
    if (list.dataset.payouts && payouts) payouts.value = list.dataset.payouts;
    const box = document.getElementById("paste");
    if (box.value === text) box.value = "";
    document.getElementById("paste-fault").textContent = "";
    ask(true);
  }

  form.addEventListener("input", (event) => {
    if (!OURS.has(event.target.name)) soon();
  });
  form.addEventListener("change", (event) => {
    if (!OURS.has(event.target.name)) ask(true);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const button = event.submitter;
    const pasted = document.getElementById("paste").value;
    if (button && button.name === "do") act(button.value);
    else if (pasted.trim()) paste(pasted);
    else ask(true);
  });
  rows.addEventListener("paste", (event) => {
    const text = event.clipboardData.getData("text");
    if (!/[\n\t;]|,\s|\S\s+\S*\d.*,/.test(text.trim())) return;
    event.preventDefault();
    paste(text, event.target.closest("input"));
  });

  // --- hands to click ---

  function target() {
    return document.getElementById(picker.querySelector("input:checked").value);
  }

  const grid = picker ? [...picker.querySelectorAll("button[data-hand]")] : [];

  function pressHands(root) {
    if (root.dataset.fault !== undefined) return;
    const text = (target().id === "hand" ? root.dataset.hand : root.dataset.range) || "";
    const known = new Set(text.split(" "));
    for (const button of grid) button.setAttribute("aria-pressed", String(known.has(button.dataset.hand)));
  }

  function pick(button) {
    const field = target();
    const root = results.firstElementChild;
    if (root && root.dataset.fault === field.id) {
      status.textContent = "Mend what was typed first.";
      field.focus();
      return;
    }
    const hand = button.dataset.hand;
    const pressed = button.getAttribute("aria-pressed") !== "true";
    const typed = field.value.split(",").map((token) => token.trim()).filter(Boolean);
    if (field.id === "hand") {
      for (const other of grid) other.setAttribute("aria-pressed", "false");
      field.value = pressed ? hand : "";
    } else if (pressed) {
      field.value = [...typed, hand].join(", ");
    } else if (typed.includes(hand)) {
      field.value = typed.filter((token) => token !== hand).join(", ");
    } else {
      // It stands within something like 22+: write the range out, and keep single hands like AhKh.
      const cards = typed.filter((token) => /^[2-9TJQKA][shdc][2-9TJQKA][shdc]/.test(token));
      const others = grid.filter((other) => other !== button && other.getAttribute("aria-pressed") === "true");
      field.value = [...others.map((other) => other.dataset.hand), ...cards].join(", ");
    }
    button.setAttribute("aria-pressed", String(pressed));
    if (field.value) document.getElementById("equity").value = "";
    soon();
  }

  if (picker) {
    picker.hidden = false;
    grid.forEach((button, i) => { button.tabIndex = i ? -1 : 0; });
    picker.addEventListener("click", (event) => {
      const button = event.target.closest("button[data-hand]");
      if (button) pick(button);
    });
    picker.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -13, ArrowDown: 13 }[event.key];
      const at = grid.indexOf(document.activeElement);
      if (step === undefined || at < 0 || !grid[at + step]) return;
      event.preventDefault();
      grid[at].tabIndex = -1;
      grid[at + step].tabIndex = 0;
      grid[at + step].focus();
    });
    picker.addEventListener("change", () => results.firstElementChild && pressHands(results.firstElementChild));
    if (results.firstElementChild) pressHands(results.firstElementChild);
  }

  // --- the rest ---

  document.addEventListener("click", async (event) => {
    const copy = event.target.closest("[data-copy]");
    if (copy) {
      const text = document.getElementById(copy.dataset.copy);
      text.select();
      try { await navigator.clipboard.writeText(text.value); } catch { document.execCommand("copy"); }
      copy.textContent = "Copied";
      status.textContent = "Copied.";
      return;
    }
    const step = event.target.closest("a[data-step]");
    if (!step || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const path = new URL(step.href).searchParams.get("path") || "";
    let field = form.querySelector("[name=path]");
    if (!field) {
      field = document.createElement("input");
      field.type = "hidden";
      field.name = "path";
      form.append(field);
    }
    field.value = path;
    await ask(true);
    const next = results.querySelector("a[data-step]");
    if (next) next.focus();
  });
  for (const button of results.querySelectorAll("[data-copy]")) button.hidden = false;
  window.addEventListener("online", () => ask(false));
  window.addEventListener("popstate", () => location.reload());
})();
