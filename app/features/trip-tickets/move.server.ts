import { and, eq, ne, sql } from "drizzle-orm";
import { z } from "zod";
import { tripTicket } from "#db/schema";
import { fullName } from "~/domain/text/text";
import { historySteps } from "~/features/history/history.server";
import { readCrewPeople } from "~/features/people/crew-people.server";
import type { CompanyActor } from "~/web/actor";
import { mustHit } from "~/web/commit.server";
import { type Ctx, procedure } from "~/web/procedure";
import { forbidden, invalid, notNow } from "~/web/refusal";
import { ticketsVisibleTo } from "./access.server";
import {
  deletionProblem,
  goalOf,
  nextStep,
  type OpenLoad,
  type StepAnswer,
  type StepFacts,
  stepBy,
  VERBS,
} from "./lifecycle";
import { type VisibleTicket, visibleTicket } from "./ticket-row.server";
import { STATUS, type StatusId, statusName } from "./trip-ticket";
import {
  checkVersion,
  commitTicketPatch,
  type Said,
  subjectOf,
  type TicketPatch,
  updateOf,
} from "./write.server";

/** The facts that the life cycle asks for; `openLoad` is another load of the driver's that stands in the way. */
export function stepFacts(ticket: VisibleTicket, openLoad: OpenLoad | null = null): StepFacts {
  const t = ticket.row.trip_ticket;
  return {
    status: t.trip_ticket_status_id as StatusId,
    roles: ticket.roles,
    jobActive: ticket.row.job.job_status_id === 1,
    settlementPaid: Boolean(ticket.row.settlement_paid),
    openLoadOfDriver: openLoad,
    pickedUpAt: t.picked_up_at,
    hasSkidder: t.skidder_company_id !== null,
  };
}

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
  }),
  async run(ctx, input) {
    const ticket = await visibleTicket(ctx, input.id);
    const open = stepBy(stepFacts(ticket), input.verb);
    if (!open.ok) throw refusalOf(ticket, open, input.verb === "claim");
    checkVersion(ticket, input.version);
    const { patch, said } = await stepChange(ctx, ticket, open, input);
    return commitTicketPatch(ctx, ticket, input.version, patch, said);
  },
});

type OpenStep = Extract<StepAnswer, { ok: true }>;
type NamedHauler = { hauler_company_id?: number | null; hauler_user_id?: number | null };

/** What a step writes on its ticket: status, times, and with a claim who hauls. */
async function stepChange(ctx: Ctx<CompanyActor>, ticket: VisibleTicket, open: OpenStep, named: NamedHauler) {
  const now = ctx.now.toISOString();
  const said: Said = { trip_ticket_status: statusName(goalOf(open.verb)) };
  if (open.verb !== "claim") {
    const patch: TicketPatch = open.sets(now);
    return { patch, said: { ...said, ...saidOfPatch(patch) } };
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
    hauler_on_behalf_of_company_id: null,
  };
  Object.assign(said, {
    hauler_company: hauler.name,
    hauler_user: hauler.driver && fullName(hauler.driver),
  });
  return { patch, said };
}

/** The change that takes a ticket to a status, by whichever step leads there from where it stands. */
export async function statusChange(
  ctx: Ctx<CompanyActor>,
  ticket: VisibleTicket,
  to: StatusId,
  named: NamedHauler,
) {
  const open = nextStep(stepFacts(ticket), to);
  if (!open.ok) throw refusalOf(ticket, open, to === STATUS.claimed);
  return { verb: open.verb, ...(await stepChange(ctx, ticket, open, named)) };
}

/** Times and the hauler, as the life cycle sets or clears them, in the words of history. */
function saidOfPatch(patch: TicketPatch): Said {
  const said: Said = {};
  if (patch.picked_up_at !== undefined) said.picked_up_at = patch.picked_up_at;
  if (patch.dropped_off_at !== undefined) said.dropped_off_at = patch.dropped_off_at;
  if (patch.hauler_company_id === null) Object.assign(said, { hauler_company: null, hauler_user: null });
  return said;
}

/** Who came too late is told who was first. */
function refusalOf(
  ticket: VisibleTicket,
  answer: { kind: "forbidden" | "notNow"; reason: string },
  claims: boolean,
) {
  const taken = claims && ticket.row.trip_ticket.trip_ticket_status_id === STATUS.claimed;
  if (taken && ticket.row.hauler) return notNow(`${ticket.row.hauler.name} has claimed this load already.`);
  return answer.kind === "forbidden" ? forbidden(answer.reason) : notNow(answer.reason);
}

/** Another load that this driver has in transit, for whatever company: its number is told to those alone who see it. */
async function openLoadOf(
  ctx: Ctx<CompanyActor>,
  hauler: { company_id: number; name: string },
  driverId: number,
  ticketId: number,
): Promise<OpenLoad | null> {
  const seen = sql<number>`${ticketsVisibleTo(ctx.actor)}`;
  const [open] = await ctx.read
    .select({ number: sql<number | null>`CASE WHEN ${seen} THEN ${tripTicket.trip_ticket_number} END` })
    .from(tripTicket)
    .where(
      and(
        eq(tripTicket.hauler_user_id, driverId),
        eq(tripTicket.trip_ticket_status_id, STATUS.inTransit),
        eq(tripTicket.is_deleted, false),
        ne(tripTicket.id, ticketId),
      ),
    )
    .orderBy(sql`${seen} DESC`)
    .limit(1);
  if (!open) return null;
  return { number: open.number, company: hauler.company_id === ctx.actor.company.id ? null : hauler.name };
}

/** Who is to haul: the acting company itself, or one that the office names, with its driver. */
async function haulerOf(ctx: Ctx<CompanyActor>, ticket: VisibleTicket, input: NamedHauler) {
  const haulers = ticket.parties.filter((p) => p.is_hauler);
  const me = ctx.actor.company.id;
  const isOffice = ticket.roles.has("creator") || ticket.roles.has("land_manager");
  const wanted = input.hauler_company_id ?? me;
  if (!isOffice && wanted !== me) throw forbidden("Your company can claim a load for itself alone.");
  const hauler = haulers.find((h) => h.company_id === wanted);
  if (!hauler && !isOffice) throw forbidden("Your company does not haul on this job.");
  if (!hauler) throw invalid({ hauler_company_id: ["Choose who hauls this load."] });
  const people = await readCrewPeople(ctx.read, hauler.company_id);
  const self = hauler.company_id === me ? ctx.actor.user?.id : undefined;
  const wantedDriver = input.hauler_user_id === undefined ? self : input.hauler_user_id;
  const driver = people.find((p) => p.id === wantedDriver) ?? null;
  if (input.hauler_user_id && !driver)
    throw invalid({ hauler_user_id: ["This person does not drive for that company."] });
  return { ...hauler, driver };
}

/** Deletes a ticket for good from every list; its number stays taken and its history stays (decisions, section 4). */
export const deleteTicket = procedure({
  name: "deleteTicket",
  input: z.strictObject({ id: z.number().int(), version: z.number().int() }),
  async run(ctx, input) {
    const ticket = await visibleTicket(ctx, input.id);
    const problem = deletionProblemOf(ctx, ticket);
    if (problem) throw problem.kind === "forbidden" ? forbidden(problem.reason) : notNow(problem.reason);
    checkVersion(ticket, input.version);
    const history = await historySteps(ctx, subjectOf(ticket), [
      { activity: "trip_ticket_deleted", details: {} },
    ]);
    return ctx.commit([mustHit(updateOf(ctx, ticket, input.version, { is_deleted: true })), ...history], {
      id: input.id,
      number: ticket.row.trip_ticket.trip_ticket_number,
    });
  },
});

export const deletionProblemOf = (ctx: Ctx<CompanyActor>, ticket: VisibleTicket) =>
  deletionProblem({
    status: ticket.row.trip_ticket.trip_ticket_status_id as StatusId,
    roles: ticket.roles,
    mayDelete: ctx.actor.permissions.trip_ticket.delete,
    scaleTicketNumber: ticket.row.trip_ticket.scale_ticket_number,
  });
