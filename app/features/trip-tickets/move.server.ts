import { z } from "zod";
import { readCrewPeople } from "~/core/access/crew-people.server";
import { landingName, NOT_A_LANDING, readLandingsOf } from "~/core/jobs/landings.server";
import { partyName } from "~/core/tickets/job-parties.server";
import { partyFor } from "~/core/tickets/on-behalf";
import { openLoadOf } from "~/core/tickets/one-load.server";
import { stepFacts } from "~/core/tickets/step-facts";
import { type VisibleTicket, visibleTicket } from "~/core/tickets/ticket-row.server";
import { checkVersion, commitTicketPatch, type Said, type TicketPatch } from "~/core/tickets/write.server";
import { fullName } from "~/domain/text/text";
import {
  deletionProblem,
  goalOf,
  isMillAlone,
  nextStep,
  type StepAnswer,
  stepBy,
  VERBS,
  type Verb,
} from "~/domain/tickets/lifecycle";
import { productText, STATUS, type StatusId, statusName } from "~/domain/tickets/trip-ticket";
import type { CompanyActor } from "~/web/actor";
import { type Ctx, procedure } from "~/web/procedure";
import { forbidden, invalid, notNow, Refusal } from "~/web/refusal";
import { actedAt } from "~/web/replay";
import { claimedWords, lostClaim } from "./claimed-by.server";
import { deleteTicketSteps } from "./delete-steps.server";
import { ticketDeletedOutput } from "./output";

export { stepFacts } from "~/core/tickets/step-facts";

/**
 * Moves a ticket along its life: claim, picked up, dropped off, pause, and so on (decisions, section 4).
 * Refuses with the reason when the step is not open to this company now; 409 when the ticket has changed.
 */
export const moveTicket = procedure({
  name: "moveTicket",
  may: "trip_ticket.update",
  input: z.strictObject({
    id: z.number().int(),
    verb: z.enum(VERBS),
    version: z.number().int(),
    hauler_company_id: z.number().int().optional(),
    hauler_user_id: z.number().int().optional(),
    /** The landing that a load is picked up from, where its job has several. */
    landing_id: z.number().int().optional(),
  }),
  async run(ctx, input) {
    const ticket = await visibleTicket(ctx, input.id).catch(async (error: unknown) => {
      const isMissing = error instanceof Refusal && error.kind === "missing";
      throw (input.verb === "claim" && isMissing && (await lostClaim(ctx, input.id))) || error;
    });
    const open = stepBy(stepFacts(ticket), input.verb);
    // A second press, on a page that was opened before the first one arrived: it is done, and nothing is written again.
    if (!open.ok && isDoneAlready(ctx, ticket, input)) return { id: input.id };
    if (!open.ok) throw await refusalOf(ctx, ticket, open, input.verb === "claim");
    checkVersion(ticket, input.version);
    const { patch, said } = await stepChange(ctx, ticket, open, input);
    if (input.landing_id !== undefined) {
      if (input.verb !== "pickup" || !ticket.can_edit.load_facts)
        throw invalid({ landing_id: [NOT_A_LANDING] });
      const found = (await readLandingsOf(ctx.read, ticket.row.job.id)).find(
        (l) => l.id === input.landing_id,
      );
      if (!found) throw invalid({ landing_id: [NOT_A_LANDING] });
      patch.landing_id = found.id;
      said.landing = landingName(found);
    }
    return commitTicketPatch(ctx, ticket, input.version, patch, said);
  },
});

/** Whether the step's outcome is there already; of a claim, for the same company and driver. */
function isDoneAlready(
  { actor }: Ctx<CompanyActor>,
  { row }: VisibleTicket,
  { verb, hauler_user_id = actor.user?.id }: { verb: Verb; hauler_user_id?: number | undefined },
): boolean {
  const ticket = row.trip_ticket;
  if (ticket.trip_ticket_status_id !== goalOf(verb)) return false;
  return (
    verb !== "claim" ||
    (ticket.hauler_company_id === actor.company.id && ticket.hauler_user_id === hauler_user_id)
  );
}

type OpenStep = Extract<StepAnswer, { ok: true }>;
type NamedHauler = {
  hauler_company_id?: number | null;
  hauler_user_id?: number | null;
  hauler_on_behalf_of_company_id?: number | null;
};

/** What a step writes on its ticket: status, times, and with a claim who hauls. */
async function stepChange(ctx: Ctx<CompanyActor>, ticket: VisibleTicket, open: OpenStep, named: NamedHauler) {
  const at = actedAt(ctx).toISOString();
  const { picked_up_at } = ticket.row.trip_ticket;
  // By a clock that was put right in between, a load would be dropped off before it was picked up.
  const now = open.verb === "dropoff" && picked_up_at && picked_up_at > at ? picked_up_at : at;
  const said: Said = { trip_ticket_status: statusName(goalOf(open.verb)) };
  if (open.verb !== "claim") {
    const patch: TicketPatch = {
      ...open.sets(now),
      ...(open.verb === "dropoff" ? received(ctx, ticket) : {}),
    };
    Object.assign(said, saidOfPatch(patch));
    if (patch.receiver_user_id && ctx.actor.user) said.receiver_user = fullName(ctx.actor.user);
    return { patch, said };
  }
  const hauler = await haulerOf(ctx, ticket, named);
  const oneLoad =
    hauler.force_drop_off && hauler.driver
      ? await openLoadOf(ctx, hauler, hauler.driver.id, ticket.row.trip_ticket.id)
      : null;
  const step = stepBy(stepFacts(ticket, oneLoad), open.verb);
  if (!step.ok) throw notNow(step.reason);
  const patch: TicketPatch = {
    ...step.sets(now),
    hauler_company_id: hauler.company_id,
    hauler_user_id: hauler.driver?.id ?? null,
    hauler_on_behalf_of_company_id: hauler.on_behalf_of?.id ?? null,
  };
  Object.assign(said, {
    hauler_company: partyName(hauler),
    hauler_user: hauler.driver && fullName(hauler.driver),
  });
  return { patch, said };
}

/** What "Received" records about a load apart from its arrival: when, and who took it in (decisions, section 11). */
function received(ctx: Ctx<CompanyActor>, ticket: VisibleTicket): TicketPatch {
  if (!isMillAlone(ticket.roles)) return {};
  const t = ticket.row.trip_ticket;
  const receiver = t.receiver_user_id ?? ctx.actor.user?.id;
  return {
    received_at: t.received_at ?? actedAt(ctx).toISOString(),
    ...(receiver !== undefined && receiver !== t.receiver_user_id ? { receiver_user_id: receiver } : {}),
  };
}

/** The change that takes a ticket to a status, by whichever step leads there from its current one. */
export async function statusChange(
  ctx: Ctx<CompanyActor>,
  ticket: VisibleTicket,
  to: StatusId,
  named: NamedHauler,
) {
  const open = nextStep(stepFacts(ticket), to);
  if (!open.ok) throw await refusalOf(ctx, ticket, open, to === STATUS.claimed);
  return { verb: open.verb, ...(await stepChange(ctx, ticket, open, named)) };
}

/** Times and the hauler, as the life cycle sets or clears them, in the words of history. */
function saidOfPatch(patch: TicketPatch): Said {
  const said: Said = {};
  if (patch.picked_up_at !== undefined) said.picked_up_at = patch.picked_up_at;
  if (patch.dropped_off_at !== undefined) said.dropped_off_at = patch.dropped_off_at;
  if (patch.received_at !== undefined) said.received_at = patch.received_at;
  if (patch.hauler_company_id === null) Object.assign(said, { hauler_company: null, hauler_user: null });
  return said;
}

/** The refusal for a person who came too late: it says who was first, and when. */
async function refusalOf(
  ctx: Ctx<CompanyActor>,
  ticket: VisibleTicket,
  answer: { kind: "forbidden" | "notNow"; reason: string },
  claims: boolean,
) {
  const taken = claims && (await claimedWords(ctx, ticket));
  if (taken) return notNow(taken);
  return answer.kind === "forbidden" ? forbidden(answer.reason) : notNow(answer.reason);
}

/** Who is to haul: the acting company itself, or one that the office names, with its driver. */
async function haulerOf(ctx: Ctx<CompanyActor>, ticket: VisibleTicket, input: NamedHauler) {
  const haulers = ticket.parties.filter((p) => p.is_hauler);
  const me = ctx.actor.company.id;
  const isOffice = ticket.roles.has("creator") || ticket.roles.has("land_manager");
  const wanted = input.hauler_company_id ?? me;
  const behalf = input.hauler_on_behalf_of_company_id;
  const hauler = partyFor(haulers, "hauler", wanted, behalf).party;
  if (!isOffice && wanted !== me && hauler?.on_behalf_of?.id !== me)
    throw forbidden("Your company can only claim loads for itself.");
  if (!hauler && !isOffice) throw forbidden("Your company doesn't haul on this job.");
  if (!hauler) throw invalid({ hauler_company_id: ["Choose who hauls this load."] });
  const people = await readCrewPeople(ctx.read, hauler.company_id);
  const self = hauler.company_id === me ? ctx.actor.user?.id : undefined;
  // Who claims for a company that works for theirs doesn't drive its truck: their own form offers them first.
  const sends = hauler.on_behalf_of !== null && input.hauler_user_id === ctx.actor.user?.id;
  const named = sends ? undefined : input.hauler_user_id;
  const wantedDriver = named === undefined ? self : named;
  const driver = people.find((p) => p.id === wantedDriver) ?? null;
  if (named && !driver) throw invalid({ hauler_user_id: ["This person doesn't drive for that company."] });
  return { ...hauler, driver };
}

/** A ticket before it is deleted: which one, and why it may not be, where it may not. */
export const getTicketDeletion = procedure({
  name: "getTicketDeletion",
  may: "trip_ticket.read",
  input: z.strictObject({ id: z.number().int() }),
  async run(ctx, { id }) {
    const ticket = await visibleTicket(ctx, id);
    const { trip_ticket: t, job } = ticket.row;
    return {
      id,
      number: t.trip_ticket_number,
      version: t.version,
      product: productText(ticket.row),
      job: job.name,
      refused: deletionProblemOf(ctx, ticket)?.reason ?? null,
    };
  },
});

/** Deletes a ticket for good from every list; its number stays taken and its history stays (decisions, section 4). */
export const deleteTicket = procedure({
  name: "deleteTicket",
  input: z.strictObject({ id: z.number().int(), version: z.number().int() }),
  output: ticketDeletedOutput,
  async run(ctx, input) {
    const ticket = await visibleTicket(ctx, input.id);
    const problem = deletionProblemOf(ctx, ticket);
    if (problem) throw problem.kind === "forbidden" ? forbidden(problem.reason) : notNow(problem.reason);
    checkVersion(ticket, input.version);
    const number = ticket.row.trip_ticket.trip_ticket_number;
    return ctx.commit(await deleteTicketSteps(ctx, ticket, input.version), { id: input.id, number });
  },
});

export const deletionProblemOf = (ctx: Ctx<CompanyActor>, ticket: VisibleTicket) =>
  deletionProblem({
    status: ticket.row.trip_ticket.trip_ticket_status_id,
    roles: ticket.roles,
    mayDelete: ctx.actor.permissions.trip_ticket.delete,
    scaleTicketNumber: ticket.row.trip_ticket.scale_ticket_number,
  });
