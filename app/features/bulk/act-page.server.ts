import { and, sql } from "drizzle-orm";
import { z } from "zod";
import { tripTicket } from "#db/schema";
import { readJobPeople } from "~/core/access/crew-people.server";
import { wordsOf } from "~/core/history/words.server";
import { ticketsVisibleTo } from "~/core/tickets/access.server";
import { type JobParty, partyName, readJobParties } from "~/core/tickets/job-parties.server";
import {
  selectTickets,
  type TicketRow,
  type VisibleTicket,
  withRights,
} from "~/core/tickets/ticket-row.server";
import { saidOf } from "~/core/tickets/write.server";
import { diffsOf, fieldWords, valueWords } from "~/domain/history/history";
import { fullName } from "~/domain/text/text";
import { PRIORITY_NAMES, STATUS, STATUS_IDS, statusName } from "~/domain/tickets/trip-ticket";
import { pickedIds } from "~/features/selection/selection.server";
import { certificatesFor } from "~/features/trip-tickets/certificates-of-new.server";
import { planChange } from "~/features/trip-tickets/change-plan.server";
import { readMix } from "~/features/trip-tickets/mix.server";
import { deletionProblemOf } from "~/features/trip-tickets/move.server";
import type { CompanyActor } from "~/web/actor";
import { type Ctx, procedure } from "~/web/procedure";
import { Refusal } from "~/web/refusal";
import { BULK_ACTS, type BulkActName, HANDS, type Hand } from "./bulk";
import { type BulkFields, bulkFields, changeOf, missingOf, reasonOf } from "./bulk-input";

/** So many tickets are shown with what they have and what they get; all are changed. */
export const SHOWN = 50;
/** Destinations are chosen job by job, for so many jobs at once. */
const MOST_JOBS = 20;

export type BulkOption = { value: number; label: string };

/** What an act's page offers, and what each of the selected tickets has now against what it would get. */
export const getActPage = procedure({
  name: "getActPage",
  may: "trip_ticket.read",
  input: z.strictObject({ act: z.enum(BULK_ACTS), ...bulkFields }),
  async run(ctx, { act, ...fields }) {
    const ids = await pickedIds(ctx);
    const { rows, jobs, statuses } = await readSelected(ctx, ids);
    const parties = act === "assignment" ? await partiesOf(ctx, jobs) : [];
    const people = await peopleOf(ctx, parties, fields, rows);
    const sent = act === "destination" ? jobs.filter((job) => job.may_send) : [];
    const destinations = await destinationsOf(ctx, sent.slice(0, MOST_JOBS));
    return {
      act,
      count: ids.length,
      seen_at: ctx.now.toISOString(),
      statuses: statuses.map(({ status, n }) => ({ status: statusName(status), n })),
      more_jobs: sent.length > MOST_JOBS,
      choices: {
        statuses: STATUS_IDS.map((id) => ({ value: id, label: statusName(id) })),
        priorities: Object.entries(PRIORITY_NAMES).map(([id, label]) => ({ value: Number(id), label })),
        destinations,
        certificates: act === "certification" ? await certificatesFor(ctx, jobs) : [],
        companies: companiesOf(parties),
        people,
      },
      tickets: await previews(ctx, rows, act, fields),
    };
  },
});
export type ActPage = Awaited<ReturnType<typeof getActPage.run>>;

/** The tickets that are shown, each with what would become of it where the act's choice is made. */
async function previews(ctx: Ctx<CompanyActor>, rows: TicketRow[], act: BulkActName, fields: BulkFields) {
  const ready = Object.keys(missingOf(act, fields)).length === 0;
  const shown = await withRights(ctx, rows);
  const found = [];
  for (const ticket of shown) {
    const { id, trip_ticket_number: number, trip_ticket_status_id: status } = ticket.row.trip_ticket;
    const preview: TicketPreview = ready
      ? await previewOf(ctx, ticket, act, fields)
      : { changes: [], refused: null };
    found.push({ id, number, status, ...preview });
  }
  return found;
}

async function readSelected(ctx: Ctx<CompanyActor>, ids: number[]) {
  const mine = and(
    sql`${tripTicket.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
    ticketsVisibleTo(ctx.actor),
  );
  const shown = ids.slice(0, SHOWN);
  const found = shown.length
    ? await selectTickets(ctx.read).where(
        and(
          sql`${tripTicket.id} IN (SELECT value FROM json_each(${JSON.stringify(shown)}))`,
          ticketsVisibleTo(ctx.actor),
        ),
      )
    : [];
  const statuses = await ctx.read
    .select({ status: tripTicket.trip_ticket_status_id, n: sql<number>`count(*)` })
    .from(tripTicket)
    .where(mine)
    .groupBy(tripTicket.trip_ticket_status_id);
  const me = ctx.actor.company.id;
  const together = await ctx.read
    .select({
      id: tripTicket.job_id,
      name: sql<string>`(SELECT j.name FROM job j WHERE j.id = trip_ticket.job_id)`,
      requested: sql<number>`EXISTS (SELECT 1 FROM job j WHERE j.id = trip_ticket.job_id AND j.request_user_company_id = ${me})`,
      managed: sql<number>`EXISTS (SELECT 1 FROM job_party p WHERE p.job_id = trip_ticket.job_id AND p.company_id = ${me} AND p.is_land_manager)`,
      written: sql<number>`max(${tripTicket.creator_company_id} IS ${me} AND ${tripTicket.trip_ticket_status_id} IN (${STATUS.inYard}, ${STATUS.available}))`,
    })
    .from(tripTicket)
    .where(mine)
    .groupBy(tripTicket.job_id);
  // What a page offers is what a ticket's own page would (permissions.ts): the other mills and companies of a job, and
  // who works for them, are for those who may name them.
  const may = ctx.actor.permissions.trip_ticket.update;
  const jobs = together.map(({ id, name, requested, managed, written }) => {
    const office = may && Boolean(requested || managed);
    return { id, name, office, may_send: office || (may && Boolean(written)) };
  });
  const rows = shown.flatMap((id) => found.find((r) => r.trip_ticket.id === id) ?? []);
  return { rows, statuses, jobs };
}

async function destinationsOf(ctx: Ctx<CompanyActor>, jobs: { id: number; name: string }[]) {
  return Promise.all(
    jobs.map(async (job) => {
      const mix = await readMix(ctx, job.id);
      const names = new Map(mix.map((m) => [m.job_destination_id, m.destination]));
      return { job, options: [...names].map(([value, label]) => ({ value, label })) };
    }),
  );
}

/** The companies of the jobs that the acting company runs; of others itself alone. */
async function partiesOf(ctx: Ctx<CompanyActor>, jobs: { id: number; office: boolean }[]) {
  if (!ctx.actor.permissions.trip_ticket.update) return [];
  const run = new Set(jobs.filter((job) => job.office).map((job) => job.id));
  const all = await readJobParties(ctx.read, ...jobs.map((job) => job.id));
  const me = ctx.actor.company.id;
  return all.filter((p) => run.has(p.job_id) || p.company_id === me);
}

/** The companies that have a role on any of the jobs. */
function companiesOf(parties: JobParty[]): Record<Hand, BulkOption[]> {
  const of = (hand: Hand) => [
    ...new Map(
      parties
        .filter((p) => p[`is_${hand}`])
        .map((p) => [p.company_id, { value: p.company_id, label: partyName(p) }]),
    ).values(),
  ];
  return { cutter: of("cutter"), skidder: of("skidder"), hauler: of("hauler") };
}

/**
 * The people of the chosen companies that have the role on one of the jobs: those that come to one of the jobs, and
 * those already on one of the shown tickets.
 */
async function peopleOf(
  ctx: Ctx<CompanyActor>,
  parties: JobParty[],
  fields: BulkFields,
  rows: TicketRow[],
): Promise<Record<Hand, BulkOption[]>> {
  const of = async (hand: Hand): Promise<BulkOption[]> => {
    const company = fields[`${hand}_company_id`];
    const jobs = parties.filter((p) => p.company_id === company && p[`is_${hand}`]).map((p) => p.job_id);
    if (!jobs.length) return [];
    const stands = rows.map((row) => row.trip_ticket[`${hand}_user_id`]);
    const found = await readJobPeople(ctx.read, jobs, company ?? 0, stands);
    return found.map((p) => ({ value: p.id, label: fullName(p) }));
  };
  const [cutter, skidder, hauler] = await Promise.all(HANDS.map(of));
  return { cutter: cutter ?? [], skidder: skidder ?? [], hauler: hauler ?? [] };
}

export type BulkChange = { what: string; original: string; selected: string };
/** What would become of a ticket: what changes on it, or why it is refused. */
export type TicketPreview = { changes: BulkChange[]; refused: string | null };

/**
 * What the act would do to a ticket now, found out by the procedures that do it: what this shows is what is saved, and
 * what it refuses is refused for the same reason.
 */
async function previewOf(
  ctx: Ctx<CompanyActor>,
  ticket: VisibleTicket,
  act: BulkActName,
  fields: BulkFields,
): Promise<TicketPreview> {
  const t = ticket.row.trip_ticket;
  if (act === "deletion") return { changes: [], refused: deletionProblemOf(ctx, ticket)?.reason ?? null };
  const change = changeOf(act, fields, t.job_id);
  if (change === null) return { changes: [], refused: null };
  try {
    const plan = await planChange(ctx, ticket, { id: t.id, version: t.version + 1, ...change });
    const words = wordsOf(ctx).instant;
    const changes = diffsOf(saidOf(ticket.row), plan.said).map((d) => ({
      what: fieldWords(d.key),
      original: valueWords(d.saved, words),
      selected: valueWords(d.updated, words),
    }));
    return { changes, refused: null };
  } catch (error) {
    if (!(error instanceof Refusal) || error.kind === "unavailable") throw error;
    return { changes: [], refused: reasonOf(error) };
  }
}
