import { all, kept, type PagePart, READER_KEY, readerOf, readKept } from "./dom";

/** A second press of the same button sends nothing; going back makes it work again. */
export function sendOnce() {
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || form.method !== "post") return;
    sessionStorage["tt-sent"] = Date.now();
    if (event.defaultPrevented) return;
    if (form.dataset.sent) return event.preventDefault();
    form.dataset.sent = "1";
    event.submitter?.setAttribute("aria-disabled", "true");
    for (const card of all(form, "[data-syncing]")) card.hidden = false;
  });
  addEventListener("pageshow", ({ persisted }) => {
    // Back shows a page as it was left; what was typed in it is kept and offered again (`unsent.ts`).
    if (persisted && sessionStorage["tt-sent"] > performance.timeOrigin) location.reload();
    for (const form of all(document, "form[data-sent]")) delete form.dataset.sent;
    for (const button of all(document, "button[aria-disabled]")) button.removeAttribute("aria-disabled");
  });
}

/** A form that was sent and led here has arrived; until then its page keeps what was typed (`unsent.ts`). */
export function forgetArrived() {
  if (!document.referrer) return;
  const { origin, pathname, search } = new URL(document.referrer);
  const key = `unsent:${pathname}${search}`;
  if (origin === location.origin && pathname !== location.pathname && readKept(key)?.sent === true)
    kept.forget(key);
}

/** Notes whose page this is: a form on an older page of somebody else's isn't sent as theirs (`unsent.ts`). */
export function rememberReader() {
  const reader = readerOf(document);
  if (reader && !document.querySelector("[data-kept-page]")) kept.set(READER_KEY, reader);
}

/** What this device keeps: nothing of what was finished or given up, and the columns that the server says, which count. */
export function keepAsSaid(part: PagePart) {
  for (const { dataset } of all(part, "[data-forget]")) kept.forget(dataset.forget ?? "");
  for (const { dataset } of all(part, "[data-mirror][data-value]"))
    kept.set(dataset.mirror ?? "", dataset.value ?? "");
}
