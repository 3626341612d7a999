/*
 * Setting up a job: what is typed is kept as it changes and when the page is left, that of the overview on this device too
 * while the line is down.
 */
import { all, fieldOf, kept, type PagePart, readKept, sentOf } from "./dom";

const KEY = "CreateJob";
const NUMBERS = ["request_user_company_id", "us_state_id", "us_county_id", "version"];
const KEEPING_MS = 400;
/** How long typing pauses before a field in focus is kept. */
const TYPING_MS = 1_000;

/** What is typed, as the call that keeps a draft takes it: what is empty is left out, ids are numbers. */
export const typedDraft = (sent: readonly (readonly [string, string])[]): Record<string, string | number> =>
  Object.fromEntries(
    sent
      .filter(([name, value]) => name !== "submission_id" && name !== "intent" && value !== "")
      .map(([name, value]) => [name, NUMBERS.includes(name) ? Number(value) : value]),
  );

/** The version that an answer names; what answers otherwise isn't a draft. */
async function versionIn(answer: Response): Promise<number> {
  const draft: unknown = await answer.json();
  if (draft && typeof draft === "object" && "version" in draft && typeof draft.version === "number")
    return draft.version;
  throw new Error("not a draft");
}

function keepDraft(form: HTMLFormElement) {
  const version = fieldOf(form, "version");
  const said = form.querySelector<HTMLElement>("[data-said]");
  if (!version || !said) return;
  const say = (words: string) => {
    said.textContent = words;
    said.hidden = false;
  };
  // Fields that add an entry by their own button, and a search, don't belong to the draft.
  const skipped = new Set(
    all<HTMLInputElement>(form, "[data-not-kept] [name], input[type=search]").map(({ name }) => name),
  );
  const fields = () => sentOf(form).filter(([name]) => name !== "submission_id" && !skipped.has(name));
  const typed = (ahead = 0) => ({ ...typedDraft(fields()), version: Number(version.value) + ahead });
  const stamp = () => JSON.stringify(fields().filter(([name]) => name !== "version"));
  let stampKept = stamp();
  // The later steps (data-keep-draft="step") hold too much for that: they are sent as their own form would send them;
  // a page that shows another tab's values beside one's own has no such form, for there the person chooses.
  const isStep = form.dataset.keepDraft === "step";
  const mirror = (value: object | null) => {
    if (isStep) return;
    if (value) kept.set(KEY, JSON.stringify(value));
    else kept.forget(KEY);
  };

  /** What could not be sent from here comes back, where nothing was saved since. */
  const putBack = () => {
    const { unsent, ...before } = readKept(KEY) ?? {};
    const isSame = before.version === Number(version.value);
    if (!isSame) return mirror(null);
    if (!unsent) return;
    for (const [name, value] of Object.entries(before)) {
      const field = fieldOf(form, name);
      if (field instanceof HTMLInputElement && name !== "version") field.value = String(value);
    }
    say("What you typed here before the connection was lost is back.");
  };
  if (!isStep) putBack();

  /** What is refused, as half typed, is not kept and not said: that is for Next. */
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
  /** One after another, for each needs the version that the one before has brought. */
  const enqueue = () => {
    const mine = Promise.resolve(last)
      .then(() => send())
      .finally(() => {
        if (last === mine) last = null;
      });
    last = mine;
  };
  /** A field in focus hasn't changed yet for the browser when a link is pressed, or the page loaded again. */
  const keepOnLeave = () => {
    clearTimeout(timer);
    if (form.dataset.sent || stamp() === stampKept) return;
    if (last) send(1).catch(() => {});
    else enqueue();
  };
  // Before the next page is asked for; pagehide alone comes after its answer.
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
  // The form itself waits for what is on its way, else it would be overtaken by its own fields.
  form.addEventListener("submit", (event) => {
    clearTimeout(timer);
    if (!last) return;
    event.preventDefault();
    const { submitter } = event;
    last.then(() => form.requestSubmit(submitter));
  });
}

export default function wire(part: PagePart) {
  all<HTMLFormElement>(part, "form[data-keep-draft]").forEach(keepDraft);
}
