import { z } from "zod";
import { readCrewPeople } from "~/lib/access/crew-people.server";
import { formatFullName } from "~/lib/text/text";
import { formatLandingName, NOT_A_LANDING, readLandings } from "~/modules/jobs/shared/landings.server";
import type { CompanyActor } from "~/web/actor";
import { getActionTime } from "~/web/offline-replay";
import { type Ctx, procedure } from "~/web/procedure";
import { AppError, forbidden, invalid, unprocessable } from "~/web/refusal";
import {
  getDeletionProblem,
  getTargetStatus,
  isMillOnly,
  LIFECYCLE_VERBS,
  type LifecycleVerb,
  planStatusChangeByVerb,
  planStatusChangeTo,
  type StepResult,
} from "../../rules/lifecycle";
import { findParty } from "../../rules/on-behalf";
import { deletedTicketOutput } from "../../rules/output";
import { getStatusChangeFacts } from "../../rules/step-facts";
import { formatProduct, getStatusLabel, STATUS, type StatusId } from "../../rules/trip-ticket";
import { buildDeleteTicketSteps } from "../../shared/delete-steps.server";
import { formatPartyName } from "../../shared/job-parties.server";
import { findOpenLoad } from "../../shared/one-load.server";
import { requireVisibleTicket, type VisibleTicket } from "../../shared/ticket-row.server";
import {
  commitTicketPatch,
  type HistoryValues,
  requireTicketVersion,
  type TicketPatch,
} from "../../shared/write.server";
import { readAlreadyClaimedError, readClaimedMessage } from "./claimed-by.server";

export { getStatusChangeFacts } from "../../rules/step-facts";

/**
 * Change a ticket's status: claim, picked up, dropped off, pause, and so on. Throws with the reason if the change isn't
 * allowed to this company now; 409 if the ticket has changed (docs/domain.md#life-cycle).
 */
export const moveTicket = procedure({
  name: "moveTicket",
  may: "trip_ticket.update",
  input: z.strictObject({
    id: z.number().int(),
    verb: z.enum(LIFECYCLE_VERBS),
    version: z.number().int(),
    hauler_company_id: z.number().int().optional(),
    hauler_user_id: z.number().int().optional(),
    /** Landing where a load is picked up, if its job has several. */
    landing_id: z.number().int().optional(),
  }),
  async run(ctx, input) {
    const ticket = await requireVisibleTicket(ctx, input.id).catch(async (error: unknown) => {
      const isMissing = error instanceof AppError && error.kind === "missing";
      throw (input.verb === "claim" && isMissing && (await readAlreadyClaimedError(ctx, input.id))) || error;
    });
    const open = planStatusChangeByVerb(getStatusChangeFacts(ticket), input.verb);
    // A repeated request, for example a second click on an old page: the status change is already done, so nothing is
    // written.
    if (!open.ok && isDoneAlready(ctx, ticket, input)) return { id: input.id };
    if (!open.ok) throw await refusalOf(ctx, ticket, open, input.verb === "claim");
    requireTicketVersion(ticket, input.version);
    const { patch, said } = await stepChange(ctx, ticket, open, input);
    if (input.landing_id !== undefined) {
      if (input.verb !== "pickup" || !ticket.can_edit.load_facts)
        throw invalid({ landing_id: [NOT_A_LANDING] });
      const match = (await readLandings(ctx.read, ticket.row.job.id)).find((l) => l.id === input.landing_id);
      if (!match) throw invalid({ landing_id: [NOT_A_LANDING] });
      patch.landing_id = match.id;
      said.landing = formatLandingName(match);
    }
    return commitTicketPatch(ctx, ticket, input.version, patch, said);
  },
});

/** Check whether the requested status is already set; for a claim, with the same company and driver. */
function isDoneAlready(
  { actor }: Ctx<CompanyActor>,
  { row }: VisibleTicket,
  { verb, hauler_user_id = actor.user?.id }: { verb: LifecycleVerb; hauler_user_id?: number | undefined },
): boolean {
  const ticket = row.trip_ticket;
  if (ticket.trip_ticket_status_id !== getTargetStatus(verb)) return false;
  return (
    verb !== "claim" ||
    (ticket.hauler_company_id === actor.company.id && ticket.hauler_user_id === hauler_user_id)
  );
}

type OpenStep = Extract<StepResult, { ok: true }>;
type NamedHauler = {
  hauler_company_id?: number | null;
  hauler_user_id?: number | null;
  hauler_on_behalf_of_company_id?: number | null;
};

/** Return the ticket fields that a status change sets: the status, times, and for a claim the hauler. */
async function stepChange(ctx: Ctx<CompanyActor>, ticket: VisibleTicket, open: OpenStep, named: NamedHauler) {
  const timestamp = getActionTime(ctx).toISOString();
  const { picked_up_at } = ticket.row.trip_ticket;
  // Use the pickup time if it is later, so that a clock correction doesn't put the drop-off before the pickup.
  const now = open.verb === "dropoff" && picked_up_at && picked_up_at > timestamp ? picked_up_at : timestamp;
  const historyValues: HistoryValues = { trip_ticket_status: getStatusLabel(getTargetStatus(open.verb)) };
  if (open.verb !== "claim") {
    const patch: TicketPatch = {
      ...open.sets(now),
      ...(open.verb === "dropoff" ? received(ctx, ticket) : {}),
    };
    Object.assign(historyValues, saidOfPatch(patch));
    if (patch.receiver_user_id && ctx.actor.user)
      historyValues.receiver_user = formatFullName(ctx.actor.user);
    return { patch, said: historyValues };
  }
  const hauler = await haulerOf(ctx, ticket, named);
  const oneLoad =
    hauler.force_drop_off && hauler.driver
      ? await findOpenLoad(ctx, hauler, hauler.driver.id, ticket.row.trip_ticket.id)
      : null;
  const step = planStatusChangeByVerb(getStatusChangeFacts(ticket, oneLoad), open.verb);
  if (!step.ok) throw unprocessable(step.reason);
  const patch: TicketPatch = {
    ...step.sets(now),
    hauler_company_id: hauler.company_id,
    hauler_user_id: hauler.driver?.id ?? null,
    hauler_on_behalf_of_company_id: hauler.on_behalf_of?.id ?? null,
  };
  Object.assign(historyValues, {
    hauler_company: formatPartyName(hauler),
    hauler_user: hauler.driver && formatFullName(hauler.driver),
  });
  return { patch, said: historyValues };
}

/**
 * Return the fields that "Received" at a mill sets in addition to those of a drop-off: the time and the receiving
 * person (docs/domain.md#receiving-and-scaling).
 */
function received(ctx: Ctx<CompanyActor>, ticket: VisibleTicket): TicketPatch {
  if (!isMillOnly(ticket.roles)) return {};
  const t = ticket.row.trip_ticket;
  const receiver = t.receiver_user_id ?? ctx.actor.user?.id;
  return {
    received_at: t.received_at ?? getActionTime(ctx).toISOString(),
    ...(receiver !== undefined && receiver !== t.receiver_user_id ? { receiver_user_id: receiver } : {}),
  };
}

/** Return the change from a ticket's current status to another status. */
export async function planStatusChange(
  ctx: Ctx<CompanyActor>,
  ticket: VisibleTicket,
  to: StatusId,
  named: NamedHauler,
) {
  const open = planStatusChangeTo(getStatusChangeFacts(ticket), to);
  if (!open.ok) throw await refusalOf(ctx, ticket, open, to === STATUS.claimed);
  return { verb: open.verb, ...(await stepChange(ctx, ticket, open, named)) };
}

/** Return history values for the times and hauler set or cleared by a status change. */
function saidOfPatch(patch: TicketPatch): HistoryValues {
  const historyValues: HistoryValues = {};
  if (patch.picked_up_at !== undefined) historyValues.picked_up_at = patch.picked_up_at;
  if (patch.dropped_off_at !== undefined) historyValues.dropped_off_at = patch.dropped_off_at;
  if (patch.received_at !== undefined) historyValues.received_at = patch.received_at;
  if (patch.hauler_company_id === null)
    Object.assign(historyValues, { hauler_company: null, hauler_user: null });
  return historyValues;
}

/** Return the error for a refused status change; for a late claim, name the first claimer and the time. */
async function refusalOf(
  ctx: Ctx<CompanyActor>,
  ticket: VisibleTicket,
  answer: { kind: "forbidden" | "notNow"; reason: string },
  claims: boolean,
) {
  const taken = claims && (await readClaimedMessage(ctx, ticket));
  if (taken) return unprocessable(taken);
  return answer.kind === "forbidden" ? forbidden(answer.reason) : unprocessable(answer.reason);
}

/** Return the hauler and driver for a claim: the acting company, or a hauler chosen by the office. */
async function haulerOf(ctx: Ctx<CompanyActor>, ticket: VisibleTicket, input: NamedHauler) {
  const haulers = ticket.parties.filter((p) => p.is_hauler);
  const me = ctx.actor.company.id;
  const isOffice = ticket.roles.has("creator") || ticket.roles.has("land_manager");
  const wanted = input.hauler_company_id ?? me;
  const behalf = input.hauler_on_behalf_of_company_id;
  const hauler = findParty(haulers, "hauler", wanted, behalf).party;
  if (!isOffice && wanted !== me && hauler?.on_behalf_of?.id !== me)
    throw forbidden("Your company can only claim loads for itself.");
  if (!hauler && !isOffice) throw forbidden("Your company doesn't haul on this job.");
  if (!hauler) throw invalid({ hauler_company_id: ["Choose who hauls this load."] });
  const people = await readCrewPeople(ctx.read, hauler.company_id);
  const self = hauler.company_id === me ? ctx.actor.user?.id : undefined;
  // A user who claims for a subcontractor doesn't drive its truck, although the form preselects this user.
  const sends = hauler.on_behalf_of !== null && input.hauler_user_id === ctx.actor.user?.id;
  const named = sends ? undefined : input.hauler_user_id;
  const wantedDriver = named === undefined ? self : named;
  const driver = people.find((p) => p.id === wantedDriver) ?? null;
  if (named && !driver) throw invalid({ hauler_user_id: ["This person doesn't drive for that company."] });
  return { ...hauler, driver };
}

/** Return a ticket's data for the deletion page, with the reason if it can't be deleted. */
export const getTicketDeletion = procedure({
  name: "getTicketDeletion",
  may: "trip_ticket.read",
  input: z.strictObject({ id: z.number().int() }),
  async run(ctx, { id }) {
    const ticket = await requireVisibleTicket(ctx, id);
    const { trip_ticket: t, job } = ticket.row;
    return {
      id,
      number: t.trip_ticket_number,
      version: t.version,
      product: formatProduct(ticket.row),
      job: job.name,
      refused: getTicketDeletionProblem(ctx, ticket)?.reason ?? null,
    };
  },
});

/**
 * Delete a ticket from every list permanently; its number stays reserved and its history is preserved
 * (docs/domain.md#deleting-tickets).
 */
export const deleteTicket = procedure({
  name: "deleteTicket",
  input: z.strictObject({ id: z.number().int(), version: z.number().int() }),
  output: deletedTicketOutput,
  async run(ctx, input) {
    const ticket = await requireVisibleTicket(ctx, input.id);
    const problem = getTicketDeletionProblem(ctx, ticket);
    if (problem)
      throw problem.kind === "forbidden" ? forbidden(problem.reason) : unprocessable(problem.reason);
    requireTicketVersion(ticket, input.version);
    const number = ticket.row.trip_ticket.trip_ticket_number;
    return ctx.commit(await buildDeleteTicketSteps(ctx, ticket, input.version), { id: input.id, number });
  },
});

export const getTicketDeletionProblem = (ctx: Ctx<CompanyActor>, ticket: VisibleTicket) =>
  getDeletionProblem({
    status: ticket.row.trip_ticket.trip_ticket_status_id,
    roles: ticket.roles,
    mayDelete: ctx.actor.permissions.trip_ticket.delete,
    scaleTicketNumber: ticket.row.trip_ticket.scale_ticket_number,
  });
