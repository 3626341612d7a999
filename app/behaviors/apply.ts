/* Choices that apply at once, and go back where that failed. Without a script they are forms with a button. */
import { all, type PagePart, sentOf } from "./dom";

/** Finishes even if somebody leaves the page first: the row that they saw go stays gone. */
const send = (address: string, options: RequestInit) =>
  fetch(address, { ...options, keepalive: true }).then(
    (answer) => answer.ok,
    () => false,
  );

/** What is turned away is gone at once, and comes back where that failed. */
function turnAway(form: HTMLFormElement) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const entry = form.closest("li");
    const words = document.getElementById(form.dataset.vanish ?? "");
    if (!entry || !words) return;
    entry.hidden = true;
    words.hidden = true;
    if (await send(form.action, { method: "POST", body: new URLSearchParams(sentOf(form)) })) return;
    entry.hidden = false;
    delete form.dataset.sent;
    event.submitter?.removeAttribute("aria-disabled");
    words.textContent = form.dataset.failed ?? "";
    words.hidden = false;
  });
}

/**
 * Save each box as soon as it is checked, one after another. If somebody checked a box before this script loaded, leave the
 * form and its button alone: nothing has sent that box yet.
 */
function applyAtOnce(form: HTMLFormElement) {
  const said = form.querySelector<HTMLElement>("[data-said]");
  const save = form.querySelector<HTMLElement>("[data-save]");
  const boxes = all<HTMLInputElement>(form, "input[data-put]");
  if (!said || !save || boxes.some((box) => box.checked !== box.defaultChecked)) return;
  save.hidden = true;
  let last = Promise.resolve();
  form.addEventListener("change", ({ target: box }) => {
    if (!(box instanceof HTMLInputElement) || !box.dataset.put) return;
    const value = box.checked;
    const body = JSON.stringify({ ...JSON.parse(box.dataset.put), value });
    last = last.then(async () => {
      const headers = { "Content-Type": "application/json" };
      const done = await send(form.dataset.apply ?? "", { method: "PUT", headers, body });
      if (!done) box.checked = !value;
      said.textContent = (done ? form.dataset.done : form.dataset.failed) ?? "";
      said.classList.toggle("wrong", !done);
      said.hidden = false;
    });
  });
}

export default function wire(part: PagePart) {
  all<HTMLFormElement>(part, "form[data-vanish]").forEach(turnAway);
  all<HTMLFormElement>(part, "form[data-apply]").forEach(applyAtOnce);
}
