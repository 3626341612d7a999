/*
 * What every page gets, light ones too: small behaviors, and the others as soon as a page has what they are for. Nothing
 * depends on any of them. docs/architecture.md, "Behaviors", says how one is added.
 */
import { kept, type PagePart } from "./dom";
import { answerPresses } from "./in-place";
import { forgetArrived, keepAsSaid, rememberReader, sendOnce } from "./sending";
import { fetchStyles, sayOffline, showError, tellZone, wireSmall } from "./small";

type Behavior = { default: (part: PagePart, again: (part: PagePart) => void) => void };

const REST_MS = 20_000;
/** Long after the page itself: what can wait takes nothing of a slow line before. */
const rested = (ms = REST_MS) => new Promise((resume) => setTimeout(resume, ms));

/** The rest that is left of the one that began with this tab's first page: who leaves each page sooner has rested too. */
function restedOnce() {
  sessionStorage.begun ??= Date.now();
  return rested(REST_MS - Date.now() + +sessionStorage.begun);
}

/** By what a part has, the behavior that it needs. */
const BEHAVIORS: [marks: string, bring: () => Promise<Behavior>][] = [
  ["[data-picker], [data-choices], [data-suggest], [data-narrow]", () => import("./picker")],
  ["[data-keep-draft]", () => import("./job-setup")],
  ["[data-load]", () => import("./load-form")],
  ["[data-scale], [data-weigh]", () => import("./weighing")],
  ["[data-scale-form]", () => import("./scale")],
  [
    "[data-keep-unsent], .steps form, .shell main form[method=post]:not(.bulkbar form)",
    () => import("./unsent"),
  ],
  [
    "[data-needs], [data-phone], form[data-save-when-changed], form[data-needs-tick], form[data-at-once], form[data-mirror]",
    () => import("./forms"),
  ],
  ["[data-found]", () => import("./found")],
  ["[data-vanish], [data-apply]", () => import("./apply")],
  ["#weather[data-due], [data-place]", () => import("./weather")],
  ["form[data-passkey]", () => import("./passkey")],
  ["input[data-megabytes]", () => import("./upload")],
  ["[data-push]", () => import("./push")],
  ["[data-island]", () => import("./map")],
  ["[data-unread]", () => rested().then(() => import("./unread"))],
  ["[data-outbox]", () => import("./offline/outbox")],
  ["[data-load-here]", () => import("./offline/load-page")],
  ["[data-scan]", () => import("./offline/scan")],
  [
    ".shell",
    () =>
      (kept.get("timbertally:not-sent") || document.querySelector("[data-kept-page]")
        ? Promise.resolve()
        : restedOnce()
      ).then(() => import("./offline/offline")),
  ],
  ["ol.columns", () => import("./columns")],
  ["[data-pick-all]", () => import("./pick-all")],
  ["dialog[data-offer]", () => import("./offer")],
];

/** Whether React, where this page is sent with it, has found the page as it was sent: before that nothing may change it. */
const isLive = () =>
  !document.querySelector("script[data-hydrates]") || "live" in document.documentElement.dataset;

const whenLive = (act: () => void) => {
  if (isLive()) act();
  else document.addEventListener("live", act, { once: true });
};

function wire(part: PagePart) {
  keepAsSaid(part);
  wireSmall(part);
  for (const [marks, bring] of BEHAVIORS)
    if (part.querySelector(marks)) bring().then((behavior) => behavior.default(part, wire), noMatter);
  // Heads can be dragged as soon as one points at them.
  for (const row of part.querySelectorAll("tr[data-columns]"))
    row.addEventListener(
      "pointerover",
      () => import("./columns").then((behavior) => behavior.default(part, wire), noMatter),
      { once: true },
    );
}

/** Without the behavior the page works as it is. */
const noMatter = () => {};

/** Starts the worker as soon as the first signed-in page is there; it keeps that page, and brings others later. */
const startWorker = () =>
  document.querySelector(".shell") &&
  !navigator.serviceWorker?.controller &&
  navigator.serviceWorker?.register("/sw.js").catch(noMatter);

// The browser gives up a fade between two pages when it is busy or hidden; both pages are there.
addEventListener("unhandledrejection", (event) => {
  if (/^Transition was/.test(event.reason?.message)) event.preventDefault();
});

tellZone();
sendOnce();
sayOffline();
forgetArrived();
rememberReader();
showError();
fetchStyles();
answerPresses({ wire, isLive, whenLive });
whenLive(() => wire(document));
addEventListener("load", startWorker);
