/*
 * Entry script of every page, including light pages that don't use React. It loads small behaviors, and larger ones
 * once a page has elements for them. No page depends on a behavior. To add one, see README.md here.
 */

import { interceptClicks } from "./click-interceptor";
import { type PagePart, safeLocalStorage } from "./dom";
import { fetchStyles, focusFirstError, initPageBasics, sendTimeZone, showOfflineBanner } from "./page-basics";
import { clearDeliveredForms, initDraftStorage, preventDoubleSubmit, recordPageUser } from "./submit-once";

type Behavior = { default: (part: PagePart, again: (part: PagePart) => void) => void };

const REST_MS = 20_000;
/** Wait until long after the page loaded, so that postponed work doesn't slow it down. */
const rested = (ms = REST_MS) => new Promise((resume) => setTimeout(resume, ms));

/**
 * Wait for the rest of the delay that began with this tab's first page, so that users who leave pages sooner are
 * covered too.
 */
function restedOnce() {
  sessionStorage.begun ??= Date.now();
  return rested(REST_MS - Date.now() + +sessionStorage.begun);
}

/** Behaviors by the selector that requires them. */
const BEHAVIORS: [marks: string, bring: () => Promise<Behavior>][] = [
  ["[data-picker], [data-choices], [data-suggest], [data-narrow]", () => import("./picker")],
  ["[data-keep-draft]", () => import("./job-setup")],
  ["[data-load]", () => import("./load-form")],
  ["[data-scale], [data-weigh]", () => import("./weighing")],
  ["[data-scale-form]", () => import("./scale")],
  [
    "[data-keep-unsent], .steps form, .shell main form[method=post]:not(.bulkbar form)",
    () => import("./draft-restore"),
  ],
  [
    "[data-needs], [data-phone], form[data-save-when-changed], form[data-needs-tick], form[data-at-once], form[data-mirror]",
    () => import("./forms"),
  ],
  ["[data-found]", () => import("./match-count")],
  ["[data-vanish], [data-apply]", () => import("./auto-submit")],
  ["#weather[data-due], [data-place]", () => import("./weather")],
  ["form[data-passkey]", () => import("./passkey")],
  ["input[data-megabytes]", () => import("./upload")],
  ["[data-push]", () => import("./push")],
  ["[data-island]", () => import("./map")],
  ["[data-unread]", () => rested().then(() => import("./unread"))],
  ["[data-outbox]", () => import("./offline/outbox")],
  ["[data-load-here]", () => import("./offline/ticket-page")],
  ["[data-scan]", () => import("./offline/scan")],
  [
    ".shell",
    () =>
      (safeLocalStorage.get("timbertally:not-sent") || document.querySelector("[data-kept-page]")
        ? Promise.resolve()
        : restedOnce()
      ).then(() => import("./offline/offline")),
  ],
  ["ol.columns", () => import("./columns")],
  ["[data-pick-all]", () => import("./pick-all")],
  ["dialog[data-offer]", () => import("./announcement-dialog")],
];

/** Check whether React, if this page uses it, has hydrated. Nothing may change the page before that. */
const isLive = () =>
  !document.querySelector("script[data-hydrates]") || "live" in document.documentElement.dataset;

const whenLive = (act: () => void) => {
  if (isLive()) act();
  else document.addEventListener("live", act, { once: true });
};

function wire(part: PagePart) {
  initDraftStorage(part);
  initPageBasics(part);
  for (const [marks, bring] of BEHAVIORS)
    if (part.querySelector(marks)) bring().then((behavior) => behavior.default(part, wire), noMatter);
  // Load the dragging script when the pointer enters a column heading.
  for (const row of part.querySelectorAll("tr[data-columns]"))
    row.addEventListener(
      "pointerover",
      () => import("./columns").then((behavior) => behavior.default(part, wire), noMatter),
      { once: true },
    );
}

/** Ignore a failed import, because the page works without the behavior. */
const noMatter = () => {};

/** Start the worker on the first signed-in page; the worker stores that page and fetches other pages later. */
const startWorker = () =>
  document.querySelector(".shell") &&
  !navigator.serviceWorker?.controller &&
  navigator.serviceWorker?.register("/sw.js").catch(noMatter);

// Ignore this error: the browser aborts a page transition when busy or hidden, and both pages are intact.
addEventListener("unhandledrejection", (event) => {
  if (/^Transition was/.test(event.reason?.message)) event.preventDefault();
});

sendTimeZone();
preventDoubleSubmit();
showOfflineBanner();
clearDeliveredForms();
recordPageUser();
focusFirstError();
fetchStyles();
interceptClicks({ wire, isLive, whenLive });
whenLive(() => wire(document));
addEventListener("load", startWorker);
