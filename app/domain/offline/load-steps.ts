/*
 * How far a load is by what waits on this device, and what comes next: rules without a browser.
 */
import { goalOf, VERB_LABELS, VERBS, type Verb } from "~/domain/tickets/lifecycle";
import { STATUS, type StatusId } from "~/domain/tickets/trip-ticket";
import { type KeptForm, loadOrJobOf, makesLoad, unsentLoad } from "./kept-forms";
import { inTypedOrder, versionOf } from "./turns";

/** A load as it is saved, or as its first form will make it. */
export type LoadFacts = { status: StatusId; version: number };

/** A ticket's steps that a form of this device may take, from the status in which each is the natural next. */
const NEXT: Partial<Record<StatusId, Verb>> = {
  [STATUS.claimed]: "pickup",
  [STATUS.paused]: "pickup",
  [STATUS.inTransit]: "dropoff",
};

/** What the page of a ticket says of itself (`data-load-now`); null where it is something else. */
export function loadIn(json: string | undefined): LoadFacts | null {
  const [status, version] = (json ?? "").split(".").map(Number);
  const known = Object.values(STATUS).find((one) => one === status);
  return known && version ? { status: known, version } : null;
}

/** What the form of a new load will make: claimed where it names who hauls. */
export const loadOfNew = ({ fields }: Pick<KeptForm, "fields">): LoadFacts => ({
  status: fields.some(([name, value]) => name === "hauler_company_id" && value)
    ? STATUS.claimed
    : STATUS.available,
  version: 1,
});

/** The step of a ticket's life that a form takes; null where it takes none. */
export const verbOf = (action: string): Verb | null =>
  VERBS.find((verb) => verb === /^\/trip-tickets\/(?:\d+|@[\w-]+)\/([a-z]+)$/.exec(action)?.[1]) ?? null;

/** What a form did, in a word or two. */
export function didWords(action: string): string {
  const verb = verbOf(action);
  if (verb) return VERB_LABELS[verb];
  if (makesLoad(action)) return "New trip ticket";
  const path = action.split("?")[0] ?? "";
  if (path.endsWith("/photos")) return "Photo";
  if (path.endsWith("/comments")) return "Comment";
  return action.includes("only=weights") ? "Scale slip" : "Change";
}

const sheetNumber = ({ fields }: KeptForm) => fields.find(([name]) => name === "sheet_number")?.[1];

/** What an item is called in the list: what was done, of which sheet or ticket. */
export function itemHead(item: KeptForm, items: readonly KeptForm[]): string {
  const made = items.find(({ id }) => item.id === id || item.action.startsWith(`${unsentLoad(id)}/`));
  const sheet = made && sheetNumber(made);
  if (sheet) return `${didWords(item.action)}, sheet #${sheet}`;
  const did = didWords(item.action);
  const title = item.title || item.page;
  // A page is called by its load or job, where what was sent is one thing of many.
  return title.startsWith("/") || title.toLowerCase().includes(did.toLowerCase())
    ? title
    : `${did}, ${title}`;
}

/** Everything that this device keeps of one load, in the order in which it is sent. */
export const itemsOf = (items: readonly KeptForm[], subject: string, user: string): KeptForm[] =>
  inTypedOrder(items.filter((item) => item.user === user && loadOrJobOf(item, items) === subject));

/** A load as it will be once what waits on this device is sent. */
export function loadAfter(saved: LoadFacts, waiting: readonly KeptForm[]): LoadFacts {
  return waiting.reduce<LoadFacts>((load, item) => {
    const verb = verbOf(item.action);
    return {
      status: verb ? goalOf(verb) : load.status,
      version: Math.max(load.version, versionOf(item) ?? 0),
    };
  }, saved);
}

export type NextStep = { kind: Verb | "slip" | "photo"; words: string; path: string };

/** What somebody can do with a load on this device now: the next step, and once it is there its slip and a photo of it. */
export function nextSteps({ status }: LoadFacts, done: readonly KeptForm[]): NextStep[] {
  const verb = NEXT[status];
  const steps: NextStep[] = verb ? [{ kind: verb, words: VERB_LABELS[verb], path: `/${verb}` }] : [];
  if (status === STATUS.completed && !done.some(({ action }) => action.includes("only=weights")))
    steps.push({ kind: "slip", words: "Scale slip", path: "/edit/details?only=weights" });
  if (status === STATUS.completed || status === STATUS.inTransit)
    steps.push({ kind: "photo", words: "Photo", path: "/photos" });
  return steps;
}
