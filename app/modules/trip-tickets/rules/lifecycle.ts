import { getArticle } from "~/lib/text/text";
import { getStatusLabel, STATUS, type StatusId, type TicketRole } from "./trip-ticket";

/** Verbs of a ticket's life cycle; each has its own page and action. */
export const LIFECYCLE_VERBS = [
  "claim",
  "pickup",
  "dropoff",
  "pause",
  "resume",
  "yard",
  "release",
  "availability",
  "reopening",
  "cancellation",
] as const;
export type LifecycleVerb = (typeof LIFECYCLE_VERBS)[number];

type Sets = "pickedUp" | "droppedOff" | "clearHauler" | "clearDroppedOff" | "takeHauler";
type Rule = {
  verb: LifecycleVerb;
  from: readonly StatusId[];
  to: StatusId;
  who: readonly TicketRole[];
  sets?: readonly Sets[];
};

const { claimed, inTransit, completed, cancelled, paused, inYard, available } = STATUS;
const OFFICE = ["creator", "land_manager"] as const;

/**
 * Life-cycle rules, one row per step. `job_hauler` is an accepted hauler of the job that claims for itself. `skidder`
 * is the ticket's skidder; `job_skidder` counts only while the ticket names none (docs/domain.md#life-cycle).
 */
export const LIFECYCLE_RULES: readonly Rule[] = [
  {
    verb: "claim",
    from: [available, inYard],
    to: claimed,
    who: ["job_hauler", "hauler", ...OFFICE],
    sets: ["takeHauler"],
  },
  { verb: "yard", from: [available], to: inYard, who: ["skidder", "job_skidder", ...OFFICE] },
  { verb: "cancellation", from: [available, inYard], to: cancelled, who: OFFICE },
  { verb: "availability", from: [inYard], to: available, who: ["skidder", "job_skidder", ...OFFICE] },
  { verb: "pickup", from: [claimed], to: inTransit, who: ["hauler", ...OFFICE], sets: ["pickedUp"] },
  { verb: "release", from: [claimed], to: available, who: ["hauler", ...OFFICE], sets: ["clearHauler"] },
  { verb: "pause", from: [claimed], to: paused, who: ["hauler", ...OFFICE] },
  { verb: "yard", from: [claimed], to: inYard, who: OFFICE },
  { verb: "cancellation", from: [claimed], to: cancelled, who: OFFICE },
  {
    verb: "dropoff",
    from: [inTransit],
    to: completed,
    who: ["hauler", "mill", ...OFFICE],
    sets: ["droppedOff"],
  },
  { verb: "pause", from: [inTransit], to: paused, who: ["hauler", ...OFFICE] },
  { verb: "yard", from: [inTransit], to: inYard, who: ["hauler", ...OFFICE] },
  { verb: "pickup", from: [paused], to: inTransit, who: ["hauler", ...OFFICE], sets: ["pickedUp"] },
  { verb: "resume", from: [paused], to: claimed, who: ["hauler", ...OFFICE] },
  { verb: "cancellation", from: [paused], to: cancelled, who: OFFICE },
  {
    verb: "reopening",
    from: [completed],
    to: inTransit,
    who: [...OFFICE, "mill"],
    sets: ["clearDroppedOff"],
  },
  { verb: "availability", from: [cancelled], to: available, who: OFFICE, sets: ["clearHauler"] },
];

/** Only step allowed for a load that was scaled or received before it was marked delivered (`getSkippedDelivery`). */
const LATE_DELIVERY: Rule = {
  verb: "dropoff",
  from: [available, inYard, claimed, paused],
  to: completed,
  who: ["hauler", "mill", ...OFFICE],
  sets: ["droppedOff"],
};
const rulesFor = (facts: StepFacts): readonly Rule[] =>
  facts.isMeasured ? [...LIFECYCLE_RULES, LATE_DELIVERY] : LIFECYCLE_RULES;

/** Return the status to which a verb leads. */
export const getTargetStatus = (verb: LifecycleVerb): StatusId => {
  const rule = LIFECYCLE_RULES.find((r) => r.verb === verb);
  if (!rule) throw new Error(`no rule for ${verb}`);
  return rule.to;
};

/**
 * Another load of the driver in transit: its number if the reader may see it, and the company that allows one load at a
 * time, null if it is the reader's own.
 */
export type LoadInTransit = { number: number | null; company: string | null };

export type StepFacts = {
  status: StatusId;
  roles: ReadonlySet<TicketRole>;
  jobActive: boolean;
  /** True if a settlement of this ticket has been paid. */
  settlementPaid: boolean;
  /** Other load in transit of the driver, if the hauler's company allows one load at a time; null otherwise. */
  openLoadOfDriver: LoadInTransit | null;
  pickedUpAt: string | null;
  hasSkidder: boolean;
  /** True if the load was scaled or received, so it is at its mill. */
  isMeasured?: boolean;
};

type StepPatch = {
  trip_ticket_status_id: StatusId;
  picked_up_at?: string;
  dropped_off_at?: string | null;
  hauler_company_id?: null;
  hauler_user_id?: null;
  hauler_on_behalf_of_company_id?: null;
};

export type StepResult =
  | { ok: true; verb: LifecycleVerb; sets: (now: string) => StepPatch }
  | { ok: false; kind: "forbidden" | "notNow"; reason: string };

/** Decide whether this company may move a ticket to a status now; if not, return the reason as a message. */
export function planStatusChangeTo(facts: StepFacts, to: StatusId): StepResult {
  const rule = rulesFor(facts).find((r) => r.to === to && r.from.includes(facts.status));
  // The status change was repeated, in another tab or by another user, and is already done.
  if (to === facts.status) return refused("notNow", `This ticket is already ${getStatusLabel(to)}.`);
  if (!rule) {
    const from = getStatusLabel(facts.status);
    return refused("notNow", `${getArticle(from)} ${from} ticket cannot become ${getStatusLabel(to)}`);
  }
  if (!rule.who.some((role) => facts.roles.has(role) && !(role === "job_skidder" && facts.hasSkidder)))
    return refused("forbidden", `Your company can't make this ticket ${getStatusLabel(to)}.`);
  const block = blockOf(rule, facts);
  if (block) return refused("notNow", block);
  return { ok: true, verb: rule.verb, sets: (now) => patchOf(rule, facts, now) };
}

/**
 * Decide whether a company may perform a verb now. Some statuses are reached by two verbs (claiming isn't resuming), so
 * a verb that doesn't fit the current status is refused, even if its target status is allowed.
 */
export function planStatusChangeByVerb(facts: StepFacts, verb: LifecycleVerb): StepResult {
  const to = getTargetStatus(verb);
  const step = planStatusChangeTo(facts, to);
  if (!step.ok || step.verb === verb) return step;
  return refused(
    "notNow",
    `This ticket is ${getStatusLabel(facts.status)}: use "${VERB_LABELS[step.verb]}" instead.`,
  );
}

const refused = (kind: "forbidden" | "notNow", reason: string): StepResult => ({ ok: false, kind, reason });

/** Return the message for a driver who has another load in transit although the hauler allows one at a time. */
export function formatOneLoadMessage({ number, company }: LoadInTransit): string {
  const load = number === null ? "another load" : `ticket ${number}`;
  return company === null
    ? `Drop off ${load} first. Your company takes one load at a time.`
    : `The driver must drop off ${load} first. ${company} takes one load at a time.`;
}

/** Statuses in which a load isn't at its mill. */
const AWAY_FROM_MILL: readonly StatusId[] = [available, inYard, claimed, paused];

function blockOf(rule: Rule, facts: StepFacts): string | null {
  if (rule.verb === "claim" && !facts.jobActive)
    return "This job is inactive. It can't take new tickets or claims.";
  if (rule.verb === "claim" && facts.openLoadOfDriver) {
    return formatOneLoadMessage(facts.openLoadOfDriver);
  }
  if (facts.isMeasured && AWAY_FROM_MILL.includes(rule.to))
    return `This load was scaled or received at its mill, so it can't become ${getStatusLabel(rule.to)}.`;
  if (rule.verb === "reopening" && facts.settlementPaid)
    return "This ticket's settlement is paid, so it can't be reopened.";
  return null;
}

function patchOf(rule: Rule, facts: StepFacts, now: string): StepPatch {
  const patch: StepPatch = { trip_ticket_status_id: rule.to };
  const sets = rule.sets ?? [];
  // A paused load keeps its pickup time when the trip continues; a load claimed again, from a yard or by another
  // hauler, gets a new pickup time.
  if (sets.includes("pickedUp"))
    patch.picked_up_at = (facts.status === paused ? facts.pickedUpAt : null) ?? now;
  if (sets.includes("droppedOff")) patch.dropped_off_at = now;
  if (sets.includes("clearDroppedOff")) patch.dropped_off_at = null;
  if (sets.includes("clearHauler")) {
    patch.hauler_company_id = null;
    patch.hauler_user_id = null;
    patch.hauler_on_behalf_of_company_id = null;
  }
  return patch;
}

/** Label of the drop-off button for users of the mill, who see a dropped-off load as received. */
export const RECEIVED_LABEL = "Received";

/** Button labels. */
export const VERB_LABELS: Record<LifecycleVerb, string> = {
  claim: "Claim",
  pickup: "Picked up",
  dropoff: "Dropped off",
  pause: "Pause",
  resume: "Back to claimed",
  yard: "Put in yard",
  release: "Release",
  availability: "Make available",
  reopening: "Reopen",
  cancellation: "Cancel ticket",
};

const NATURAL: Record<StatusId, LifecycleVerb | null> = {
  [available]: "claim",
  [inYard]: "claim",
  [claimed]: "pickup",
  [inTransit]: "dropoff",
  [paused]: "pickup",
  [completed]: null,
  [cancelled]: "availability",
};

export type OfferedStep = { verb: LifecycleVerb; label: string; to: StatusId; primary: boolean };

/** Steps available to this company now; the natural next one is primary and first, cancelling is last. */
export function listOfferedStatusChanges(facts: StepFacts): OfferedStep[] {
  const natural = facts.isMeasured && facts.status !== completed ? "dropoff" : NATURAL[facts.status];
  return rulesFor(facts)
    .filter((rule) => rule.from.includes(facts.status) && planStatusChangeTo(facts, rule.to).ok)
    .map((rule) => ({
      verb: rule.verb,
      label: rule.verb === "dropoff" && isMillOnly(facts.roles) ? RECEIVED_LABEL : VERB_LABELS[rule.verb],
      to: rule.to,
      primary: natural === rule.verb,
    }))
    .sort((a, b) => rank(a) - rank(b));
}

/**
 * Check whether a company acts only as the mill and therefore receives loads. A requester or land manager acting for a
 * mill without users, or a hauler delivering to its own mill, drops them off.
 */
export const isMillOnly = (roles: ReadonlySet<TicketRole>): boolean =>
  roles.has("mill") && ![...OFFICE, "hauler" as const].some((role) => roles.has(role));

const rank = (step: OfferedStep) => (step.primary ? 0 : step.verb === "cancellation" ? 2 : 1);

/** Initial status of a new ticket for its creator; null if they may not create it (docs/domain.md#life-cycle). */
export function getNewTicketStatus(roles: ReadonlySet<TicketRole>, haulerNamed: boolean): StatusId | null {
  if (roles.has("creator") || roles.has("land_manager")) return haulerNamed ? claimed : available;
  if (roles.has("job_hauler") && haulerNamed) return claimed;
  if (roles.has("job_cutter") || roles.has("job_skidder")) return haulerNamed ? claimed : available;
  if (roles.has("job_hauler")) return claimed;
  return null;
}

/** Return the reason why a company can't delete a ticket now; null if it can. Other tickets can still be cancelled. */
export function getDeletionProblem(facts: {
  status: StatusId;
  roles: ReadonlySet<TicketRole>;
  mayDelete: boolean;
  scaleTicketNumber: string | null;
}): { kind: "forbidden" | "notNow"; reason: string } | null {
  if (!facts.roles.has("creator") && !facts.roles.has("land_manager"))
    return {
      kind: "forbidden",
      reason: "Only the company that requested the job, or its land manager, can delete a ticket.",
    };
  if (!facts.mayDelete)
    return { kind: "forbidden", reason: "Your crew doesn't have permission to delete tickets." };
  if (facts.scaleTicketNumber)
    return {
      kind: "notNow",
      reason: `This load has a scale ticket, so it can't be deleted.${instead(facts.status)}`,
    };
  if (![available, inYard, cancelled].some((s) => s === facts.status))
    return {
      kind: "notNow",
      reason: `${getArticle(getStatusLabel(facts.status))} ${getStatusLabel(facts.status)} ticket can't be deleted.${instead(facts.status)}`,
    };
  return null;
}

/** Suggest cancelling the ticket, if the life cycle allows it. */
const instead = (from: StatusId): string =>
  LIFECYCLE_RULES.some((rule) => rule.to === cancelled && rule.from.includes(from))
    ? " Cancel it instead."
    : "";
