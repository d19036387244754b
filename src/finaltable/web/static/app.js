"use strict";
// Enhances a page that works without it: results follow what is typed, the address follows, nothing loses its focus.
(() => {
  const form = document.getElementById("table");
  if (!form) return;
  const results = document.getElementById("results");
  const status = document.getElementById("status");
  const rows = document.getElementById("rows");
  const picker = document.getElementById("picker");
  const OURS = new Set(["paste", "fills"]); // fields that are not part of the state
  const PAUSE = 60; // milliseconds without a key before we ask
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

  function show(html) {
    results.innerHTML = html;
    results.classList.remove("stale");
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
    if (asking) asking.abort();
    const mine = new AbortController();
    asking = mine;
    try {
      const answer = await fetch(form.dataset.part + "?" + text, { signal: mine.signal });
      if (answer.status === 503) timer = setTimeout(ask, 1000, false);
      const html = await answer.text();
      if (asking === mine) show(html);
    } catch (problem) {
      if (problem.name === "AbortError") return;
      results.classList.add("stale");
      status.textContent = "No connection: what you see is from before.";
    }
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

  async function paste(text) {
    const answer = await fetch("/part/rows?" + new URLSearchParams({ paste: text }));
    if (!answer.ok) {
      const problem = await answer.json();
      const fault = document.getElementById("paste-fault");
      fault.closest("details").open = true;
      fault.textContent = problem.message;
      status.textContent = problem.message;
      document.getElementById("paste").value = text;
      return;
    }
    rows.innerHTML = await answer.text();
    const payouts = answer.headers.get("x-payouts");
    if (payouts && document.getElementById("payouts")) document.getElementById("payouts").value = payouts;
    document.getElementById("paste").value = "";
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
    paste(text);
  });

  // --- hands to click ---

  function target() {
    return document.getElementById(picker.querySelector("input:checked").value);
  }

  function pressHands(root) {
    const known = new Set((target().id === "hand" ? root.dataset.hand : root.dataset.range || "").split(" "));
    if (root.dataset.fault !== undefined) return;
    for (const button of picker.querySelectorAll("[data-hand]")) {
      button.setAttribute("aria-pressed", String(known.has(button.dataset.hand)));
    }
  }

  if (picker) {
    picker.hidden = false;
    picker.addEventListener("click", (event) => {
      const hand = event.target.dataset.hand;
      if (!hand) return;
      const field = target();
      const pressed = event.target.getAttribute("aria-pressed") !== "true";
      if (field.id === "hand") {
        for (const button of picker.querySelectorAll("[data-hand]")) button.setAttribute("aria-pressed", "false");
      }
      event.target.setAttribute("aria-pressed", String(pressed));
      const chosen = [...picker.querySelectorAll('[aria-pressed="true"]')].map((button) => button.dataset.hand);
      field.value = chosen.join(", ");
      if (chosen.length) document.getElementById("equity").value = "";
      soon();
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
  window.addEventListener("popstate", () => location.reload());
})();
