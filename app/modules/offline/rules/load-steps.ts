/*
 * Rules, independent of a browser, for a load's progress including the items that wait on this device, and for its next
 * steps.
 */
import {
  getTargetStatus,
  LIFECYCLE_VERBS,
  type LifecycleVerb,
  VERB_LABELS,
} from "~/modules/trip-tickets/rules/lifecycle";
import { STATUS, type StatusId } from "~/modules/trip-tickets/rules/trip-ticket";
import { buildUnsentTicketPath, getItemSubject, isNewTicketForm, type QueuedForm } from "./kept-forms";
import { getFormVersion, sortByTypedOrder } from "./turns";

/** Status and version of a load, as saved or as its first form will create it. */
export type TicketFacts = { status: StatusId; version: number };

/** Next step offered on this device for each ticket status. */
const NEXT: Partial<Record<StatusId, LifecycleVerb>> = {
  [STATUS.claimed]: "pickup",
  [STATUS.paused]: "pickup",
  [STATUS.inTransit]: "dropoff",
};

/** Parse the load data of a ticket's page (`data-load-now`); null for any other text. */
export function parseTicketFacts(json: string | undefined): TicketFacts | null {
  const [status, version] = (json ?? "").split(".").map(Number);
  const known = Object.values(STATUS).find((item) => item === status);
  return known && version ? { status: known, version } : null;
}

/** Return the status and version of the load that a form will create: claimed if the form names the hauler. */
export const getNewTicketFacts = ({ fields }: Pick<QueuedForm, "fields">): TicketFacts => ({
  status: fields.some(([name, value]) => name === "hauler_company_id" && value)
    ? STATUS.claimed
    : STATUS.available,
  version: 1,
});

/** Return the life-cycle step that a form performs; null if none. */
export const getFormVerb = (action: string): LifecycleVerb | null =>
  LIFECYCLE_VERBS.find((verb) => verb === /^\/trip-tickets\/(?:\d+|@[\w-]+)\/([a-z]+)$/.exec(action)?.[1]) ??
  null;

/** Describe what a form did, in a word or two. */
export function formActionLabel(action: string): string {
  const verb = getFormVerb(action);
  if (verb) return VERB_LABELS[verb];
  if (isNewTicketForm(action)) return "New trip ticket";
  const path = action.split("?")[0] ?? "";
  if (path.endsWith("/photos")) return "Photo";
  if (path.endsWith("/comments")) return "Comment";
  return action.includes("only=weights") ? "Scale slip" : "Change";
}

const sheetNumber = ({ fields }: QueuedForm) => fields.find(([name]) => name === "sheet_number")?.[1];

/** Return an item's title in the list: its change, with its sheet or ticket. */
export function formatItemTitle(item: QueuedForm, items: readonly QueuedForm[]): string {
  const match = items.find(
    ({ id }) => item.id === id || item.action.startsWith(`${buildUnsentTicketPath(id)}/`),
  );
  const sheet = match && sheetNumber(match);
  if (sheet) return `${formActionLabel(item.action)}, sheet #${sheet}`;
  const did = formActionLabel(item.action);
  const title = item.title || item.page;
  // Use only the page's title if it already names the change.
  return title.startsWith("/") || title.toLowerCase().includes(did.toLowerCase())
    ? title
    : `${did}, ${title}`;
}

/** Return all items of one load or job and user on this device, in sending order. */
export const listItemsOfSubject = (
  items: readonly QueuedForm[],
  subject: string,
  user: string,
): QueuedForm[] =>
  sortByTypedOrder(items.filter((item) => item.user === user && getItemSubject(item, items) === subject));

/** Compute the status and version of a load after the items waiting on this device are sent. */
export function applyQueuedSteps(saved: TicketFacts, waiting: readonly QueuedForm[]): TicketFacts {
  return waiting.reduce<TicketFacts>((load, item) => {
    const verb = getFormVerb(item.action);
    return {
      status: verb ? getTargetStatus(verb) : load.status,
      version: Math.max(load.version, getFormVersion(item) ?? 0),
    };
  }, saved);
}

export type NextStep = { kind: LifecycleVerb | "slip" | "photo"; words: string; path: string };

/** Return the steps available for a load on this device now: the next status, and after arrival its slip and a photo. */
export function listNextSteps({ status }: TicketFacts, done: readonly QueuedForm[]): NextStep[] {
  const verb = NEXT[status];
  const steps: NextStep[] = verb ? [{ kind: verb, words: VERB_LABELS[verb], path: `/${verb}` }] : [];
  if (status === STATUS.completed && !done.some(({ action }) => action.includes("only=weights")))
    steps.push({ kind: "slip", words: "Scale slip", path: "/edit/details?only=weights" });
  if (status === STATUS.completed || status === STATUS.inTransit)
    steps.push({ kind: "photo", words: "Photo", path: "/photos" });
  return steps;
}
