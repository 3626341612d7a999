import { all, kept, type PagePart, readKept, sentAsItCame, sentOf } from "./dom";

/** A second press of the same button sends nothing; going back makes it work again. */
export function sendOnce() {
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || event.defaultPrevented || form.method !== "post") return;
    if (form.dataset.sent) return event.preventDefault();
    form.dataset.sent = "1";
    event.submitter?.setAttribute("aria-disabled", "true");
    for (const card of all(form, "[data-syncing]")) card.hidden = false;
  });
  addEventListener("pageshow", () => {
    for (const form of all(document, "form[data-sent]")) delete form.dataset.sent;
    for (const button of all(document, "button[aria-disabled]")) button.removeAttribute("aria-disabled");
  });
}

/**
 * Back may show a page as it was left, from the browser's memory. Where something was sent from this tab since the page was
 * made, it is asked for again; a form in which somebody has typed stays as it is.
 */
export function freshAfterBack() {
  const SENT = "tt-sent";
  const note = ({ target }: Event) => {
    if (target instanceof HTMLFormElement && target.method === "post")
      sessionStorage.setItem(SENT, String(Date.now()));
  };
  addEventListener("submit", note, true);
  addEventListener("pageshow", ({ persisted }) => {
    if (!persisted || Number(sessionStorage.getItem(SENT)) < performance.timeOrigin) return;
    if (!all<HTMLFormElement>(document, "main form[method=post]").some(isFilledIn)) location.reload();
  });
}

const isFilledIn = (form: HTMLFormElement) =>
  JSON.stringify(sentOf(form)) !== JSON.stringify(sentAsItCame(form));

/** A form that was sent and led here has arrived; until then its page keeps what was typed (`unsent.ts`). */
export function forgetArrived() {
  if (!document.referrer) return;
  const { origin, pathname, search } = new URL(document.referrer);
  const key = `unsent:${pathname}${search}`;
  if (origin === location.origin && pathname !== location.pathname && readKept(key)?.sent === true)
    kept.forget(key);
}

/** What this device keeps: nothing of what was finished or given up, and the columns that the server says, which count. */
export function keepAsSaid(part: PagePart) {
  for (const { dataset } of all(part, "[data-forget]")) kept.forget(dataset.forget ?? "");
  for (const { dataset } of all(part, "[data-mirror][data-value]"))
    kept.set(dataset.mirror ?? "", dataset.value ?? "");
}
