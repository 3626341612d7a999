/*
 * Job setup: save typed values as they change and when the user leaves the page; the overview is also stored on this
 * device while offline.
 */
import { getField, getFormEntries, type PagePart, queryAll, readStoredJson, safeLocalStorage } from "./dom";

const KEY = "CreateJob";
const NUMBERS = ["request_user_company_id", "us_state_id", "us_county_id", "version"];
const KEEPING_MS = 400;
/** Pause in typing, in milliseconds, before a focused field is saved. */
const TYPING_MS = 1_000;

/** Convert form entries to the input of the call that saves a draft: empty values are omitted, ids are numbers. */
export const readTypedDraft = (
  sent: readonly (readonly [string, string])[],
): Record<string, string | number> =>
  Object.fromEntries(
    sent
      .filter(([name, value]) => name !== "submission_id" && name !== "intent" && value !== "")
      .map(([name, value]) => [name, NUMBERS.includes(name) ? Number(value) : value]),
  );

/** Return the version in a response; throw if the response has none and so isn't a draft. */
async function versionIn(answer: Response): Promise<number> {
  const draft: unknown = await answer.json();
  if (draft && typeof draft === "object" && "version" in draft && typeof draft.version === "number")
    return draft.version;
  throw new Error("not a draft");
}

function keepDraft(form: HTMLFormElement) {
  const version = getField(form, "version");
  const element = form.querySelector<HTMLElement>("[data-said]");
  if (!version || !element) return;
  const say = (words: string) => {
    element.textContent = words;
    element.hidden = false;
  };
  // Exclude search boxes and fields with their own add button, which aren't part of the draft.
  const skipped = new Set(
    queryAll<HTMLInputElement>(form, "[data-not-kept] [name], input[type=search]").map(({ name }) => name),
  );
  const fields = () =>
    getFormEntries(form).filter(([name]) => name !== "submission_id" && !skipped.has(name));
  const typed = (ahead = 0) => ({ ...readTypedDraft(fields()), version: Number(version.value) + ahead });
  const stamp = () => JSON.stringify(fields().filter(([name]) => name !== "version"));
  let stampKept = stamp();
  // Treat later setup pages (data-keep-draft="step") as forms without local storage, because they have too many values
  // for it. A page that compares another tab's values with the user's has no such form, because the user chooses
  // between the two there.
  const isStep = form.dataset.keepDraft === "step";
  const mirror = (value: object | null) => {
    if (isStep) return;
    if (value) safeLocalStorage.set(KEY, JSON.stringify(value));
    else safeLocalStorage.forget(KEY);
  };

  /** Restore values that couldn't be sent from this device, unless a newer version was saved since. */
  const putBack = () => {
    const { unsent, ...before } = readStoredJson(KEY) ?? {};
    const isSame = before.version === Number(version.value);
    if (!isSame) return mirror(null);
    if (!unsent) return;
    for (const [name, value] of Object.entries(before)) {
      const field = getField(form, name);
      if (field instanceof HTMLInputElement && name !== "version") field.value = String(value);
    }
    say("What you typed here before the connection was lost is back.");
  };
  if (!isStep) putBack();

  /** Save the form. The server ignores invalid values, such as half-typed ones, and the Next button reports them later. */
  const keepStep = async (ahead = 0) => {
    const body = new URLSearchParams(fields());
    body.set("version", String(Number(version.value) + ahead));
    body.set("intent", form.querySelector<HTMLButtonElement>("button.primary[name=intent]")?.value ?? "");
    try {
      const answer = await fetch(location.href, {
        method: "POST",
        body,
        redirect: "manual",
        keepalive: true,
      });
      if (answer.type !== "opaqueredirect") return;
      const now = await fetch("/api/job-draft");
      if (!now.ok) return;
      version.value = String((await versionIn(now)) + 1);
      say("Kept");
    } catch {
      say("You're offline. What you type isn't saved yet.");
    }
  };
  const keep = async (ahead = 0) => {
    const body = typed(ahead);
    mirror({ ...body, unsent: true });
    const answer = await fetch("/api/job-draft", {
      method: "PUT",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
      keepalive: true,
    }).catch(() => null);
    if (!answer) return say("You're offline. What you type is kept on this device.");
    if (!answer.ok) return mirror(null);
    version.value = String((await versionIn(answer)) + 1);
    mirror(typed());
    say("Kept");
  };

  let timer = 0;
  let last: Promise<void> | null = null;
  const send = (ahead = 0) => {
    stampKept = stamp();
    return isStep ? keepStep(ahead) : keep(ahead);
  };
  /** Send one save at a time, because each save needs the version from the previous response. */
  const enqueue = () => {
    const mine = Promise.resolve(last)
      .then(() => send())
      .finally(() => {
        if (last === mine) last = null;
      });
    last = mine;
  };
  /**
   * Save pending changes: a focused field has not fired its change event yet when a link is pressed or the page is
   * reloaded.
   */
  const keepOnLeave = () => {
    clearTimeout(timer);
    if (form.dataset.sent || stamp() === stampKept) return;
    if (last) send(1).catch(() => {});
    else enqueue();
  };
  // Listen to beforeunload, which runs before the next page is requested; pagehide comes only after that page's
  // response.
  for (const kind of ["beforeunload", "pagehide"]) addEventListener(kind, keepOnLeave);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") keepOnLeave();
  });
  form.addEventListener("input", ({ target }) => {
    if (target instanceof HTMLSelectElement && target.name === "us_state_id") return;
    clearTimeout(timer);
    timer = window.setTimeout(() => stamp() !== stampKept && enqueue(), TYPING_MS);
  });
  form.addEventListener("change", ({ target }) => {
    if (target instanceof HTMLSelectElement && target.name === "us_state_id") {
      form.requestSubmit(form.querySelector<HTMLButtonElement>("button[value=counties]"));
      return;
    }
    clearTimeout(timer);
    timer = window.setTimeout(enqueue, KEEPING_MS);
  });
  // Delay submission until pending saves finish; otherwise the form would conflict with its own saves.
  form.addEventListener("submit", (event) => {
    clearTimeout(timer);
    if (!last) return;
    event.preventDefault();
    const { submitter } = event;
    last.then(() => form.requestSubmit(submitter));
  });
}

export default function initJobSetup(part: PagePart) {
  queryAll<HTMLFormElement>(part, "form[data-keep-draft]").forEach(keepDraft);
}
