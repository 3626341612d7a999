/* Apply choices immediately and revert them on failure. Without a script, the choices are forms with a button. */
import { toRecord } from "~/lib/object/records";
import { readAnswerMessage } from "./answer-message";
import { getField, getFormEntries, type PagePart, queryAll } from "./dom";

/** Complete the request even if the user leaves the page, so that a hidden row stays gone. Null without a response. */
const send = (address: string, options: RequestInit): Promise<Response | null> =>
  fetch(address, { ...options, keepalive: true }).catch(() => null);

/** Hide a dismissed item immediately; restore it on failure. */
function turnAway(form: HTMLFormElement) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const entry = form.closest("li");
    const words = document.getElementById(form.dataset.vanish ?? "");
    if (!entry || !words) return;
    entry.hidden = true;
    words.hidden = true;
    const answer = await send(form.action, {
      method: "POST",
      body: new URLSearchParams(getFormEntries(form)),
    });
    if (answer?.ok) return;
    // Submit natively, so that the sign-in page receives the form.
    if (answer?.status === 401) return form.submit();
    const message = await readAnswerMessage(answer);
    entry.hidden = false;
    delete form.dataset.sent;
    event.submitter?.removeAttribute("aria-disabled");
    words.textContent = message ?? form.dataset.failed ?? "";
    words.hidden = false;
  });
}

/**
 * Save each box as soon as it is checked, one at a time. Revert a rejected box and show the server's message. If the
 * user must sign in, leave the boxes and show the form's button, which leads through sign-in. Skip a form with a box
 * that was checked before this script loaded, because that change hasn't been sent.
 */
function applyAtOnce(form: HTMLFormElement) {
  const element = form.querySelector<HTMLElement>("[data-said]");
  const save = form.querySelector<HTMLElement>("[data-save]");
  const boxes = queryAll<HTMLInputElement>(form, "input[data-put]");
  if (!element || !save || boxes.some((box) => box.checked !== box.defaultChecked)) return;
  save.hidden = true;
  let last = Promise.resolve();
  form.addEventListener("change", ({ target: box }) => {
    if (!(box instanceof HTMLInputElement) || !box.dataset.put) return;
    const value = box.checked;
    const body = JSON.stringify({ ...JSON.parse(box.dataset.put), value });
    last = last.then(async () => {
      if (!save.hidden) return;
      const headers = { "Content-Type": "application/json" };
      const answer = await send(form.dataset.apply ?? "", { method: "PUT", headers, body });
      const done = answer?.ok === true;
      const message = done ? null : await readAnswerMessage(answer);
      const mustSignIn = answer?.status === 401 || (message !== null && message === form.dataset.again);
      if (done) await keepVersion(form, answer);
      else if (mustSignIn) save.hidden = false;
      else box.checked = !value;
      const words = done ? form.dataset.done : (message ?? form.dataset.failed);
      element.textContent = `${words ?? ""}${mustSignIn ? " Press Save to sign in." : ""}`;
      element.classList.toggle("wrong", !done);
      element.hidden = false;
    });
  });
}

/** Update the form's version after each saved box, so that pressing the form's button causes no version conflict. */
async function keepVersion(form: HTMLFormElement, answer: Response) {
  const field = getField(form, "version");
  const { version } = toRecord(await answer.json().catch(() => null));
  if (field && typeof version === "number") field.value = String(version + 1);
}

export default function initAutoSubmit(part: PagePart) {
  queryAll<HTMLFormElement>(part, "form[data-vanish]").forEach(turnAway);
  queryAll<HTMLFormElement>(part, "form[data-apply]").forEach(applyAtOnce);
}
