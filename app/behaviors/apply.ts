/* Choices that apply at once, and go back where that failed. Without a script they are forms with a button. */
import { ownFields } from "~/domain/records/records";
import { readAnswerMessage } from "./answer-message";
import { all, fieldOf, type PagePart, sentOf } from "./dom";

/** Finishes even if somebody leaves the page first: the row that they saw go stays gone. Null where nothing answered. */
const send = (address: string, options: RequestInit): Promise<Response | null> =>
  fetch(address, { ...options, keepalive: true }).catch(() => null);

/** What is turned away is gone at once, and comes back where that failed. */
function turnAway(form: HTMLFormElement) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const entry = form.closest("li");
    const words = document.getElementById(form.dataset.vanish ?? "");
    if (!entry || !words) return;
    entry.hidden = true;
    words.hidden = true;
    const answer = await send(form.action, { method: "POST", body: new URLSearchParams(sentOf(form)) });
    if (answer?.ok) return;
    // The sign-in page that the browser is sent to carries the form.
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
 * Save each box as soon as it is checked, one after another. A box that is refused goes back, with the server's message. Where
 * the person must sign in first, the boxes stay as they are and the form's own button comes back, which leads through
 * sign-in. If somebody checked a box before this script loaded, leave the
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
      said.textContent = `${words ?? ""}${mustSignIn ? " Press Save to sign in." : ""}`;
      said.classList.toggle("wrong", !done);
      said.hidden = false;
    });
  });
}

/** The form's button sends the version that the last box made, else it would be overtaken by its own boxes. */
async function keepVersion(form: HTMLFormElement, answer: Response) {
  const field = fieldOf(form, "version");
  const { version } = ownFields(await answer.json().catch(() => null));
  if (field && typeof version === "number") field.value = String(version + 1);
}

export default function wire(part: PagePart) {
  all<HTMLFormElement>(part, "form[data-vanish]").forEach(turnAway);
  all<HTMLFormElement>(part, "form[data-apply]").forEach(applyAtOnce);
}
