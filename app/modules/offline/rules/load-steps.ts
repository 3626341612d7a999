/* A load's progress by what waits on this device, and what comes next: rules without a browser. */
import { getGoalStatus, VERB_LABELS, VERBS, type Verb } from "~/modules/trip-tickets/rules/lifecycle";
import { STATUS, type StatusId } from "~/modules/trip-tickets/rules/trip-ticket";
import { getTicketOrJob, isNewTicketForm, type QueuedForm, unsentTicketSubject } from "./kept-forms";
import { getFormVersion, sortByTypedOrder } from "./turns";

/** A load as saved, or as its first form will create it. */
export type TicketFacts = { status: StatusId; version: number };

/** Ticket steps that a form of this device may take, from the status in which each is the natural next. */
const NEXT: Partial<Record<StatusId, Verb>> = {
  [STATUS.claimed]: "pickup",
  [STATUS.paused]: "pickup",
  [STATUS.inTransit]: "dropoff",
};

/** Read the load data of a ticket's page (`data-load-now`); null if it is something else. */
export function parseTicketFacts(json: string | undefined): TicketFacts | null {
  const [status, version] = (json ?? "").split(".").map(Number);
  const known = Object.values(STATUS).find((item) => item === status);
  return known && version ? { status: known, version } : null;
}

/** Return what the form of a new load will create: claimed if it names the hauler. */
export const getNewTicketFacts = ({ fields }: Pick<QueuedForm, "fields">): TicketFacts => ({
  status: fields.some(([name, value]) => name === "hauler_company_id" && value)
    ? STATUS.claimed
    : STATUS.available,
  version: 1,
});

/** Return the step of a ticket's life that a form takes; null if none. */
export const getFormVerb = (action: string): Verb | null =>
  VERBS.find((verb) => verb === /^\/trip-tickets\/(?:\d+|@[\w-]+)\/([a-z]+)$/.exec(action)?.[1]) ?? null;

/** Describe what a form did, in a word or two. */
export function formDoneLabel(action: string): string {
  const verb = getFormVerb(action);
  if (verb) return VERB_LABELS[verb];
  if (isNewTicketForm(action)) return "New trip ticket";
  const path = action.split("?")[0] ?? "";
  if (path.endsWith("/photos")) return "Photo";
  if (path.endsWith("/comments")) return "Comment";
  return action.includes("only=weights") ? "Scale slip" : "Change";
}

const sheetNumber = ({ fields }: QueuedForm) => fields.find(([name]) => name === "sheet_number")?.[1];

/** Return an item's name in the list: what was done, of which sheet or ticket. */
export function formatItemTitle(item: QueuedForm, items: readonly QueuedForm[]): string {
  const match = items.find(
    ({ id }) => item.id === id || item.action.startsWith(`${unsentTicketSubject(id)}/`),
  );
  const sheet = match && sheetNumber(match);
  if (sheet) return `${formDoneLabel(item.action)}, sheet #${sheet}`;
  const did = formDoneLabel(item.action);
  const title = item.title || item.page;
  // A page is named by its load or job if what was sent is one of many things.
  return title.startsWith("/") || title.toLowerCase().includes(did.toLowerCase())
    ? title
    : `${did}, ${title}`;
}

/** Return all items on this device of one load, in sending order. */
export const listItemsOfSubject = (
  items: readonly QueuedForm[],
  subject: string,
  user: string,
): QueuedForm[] =>
  sortByTypedOrder(items.filter((item) => item.user === user && getTicketOrJob(item, items) === subject));

/** Return a load as it will be once what waits on this device is sent. */
export function applyQueuedSteps(saved: TicketFacts, waiting: readonly QueuedForm[]): TicketFacts {
  return waiting.reduce<TicketFacts>((load, item) => {
    const verb = getFormVerb(item.action);
    return {
      status: verb ? getGoalStatus(verb) : load.status,
      version: Math.max(load.version, getFormVersion(item) ?? 0),
    };
  }, saved);
}

export type NextStep = { kind: Verb | "slip" | "photo"; words: string; path: string };

/**
 * Return what a user can do with a load on this device now: the next step, and after arrival its slip and a photo of
 * it.
 */
export function listNextSteps({ status }: TicketFacts, done: readonly QueuedForm[]): NextStep[] {
  const verb = NEXT[status];
  const steps: NextStep[] = verb ? [{ kind: verb, words: VERB_LABELS[verb], path: `/${verb}` }] : [];
  if (status === STATUS.completed && !done.some(({ action }) => action.includes("only=weights")))
    steps.push({ kind: "slip", words: "Scale slip", path: "/edit/details?only=weights" });
  if (status === STATUS.completed || status === STATUS.inTransit)
    steps.push({ kind: "photo", words: "Photo", path: "/photos" });
  return steps;
}
