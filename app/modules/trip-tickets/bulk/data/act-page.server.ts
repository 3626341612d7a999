import { and, sql } from "drizzle-orm";
import { z } from "zod";
import { jsonListSql } from "#db/json-list";
import { tripTicket } from "#db/schema";
import { readJobPeople } from "~/lib/access/crew-people.server";
import { formatFullName } from "~/lib/text/text";
import { computeDiffs, fieldLabel, formatValue } from "~/modules/history/rules/history";
import { createHistoryFormat } from "~/modules/history/shared/words.server";
import type { CompanyActor } from "~/web/actor";
import { type Ctx, procedure } from "~/web/procedure";
import { AppError } from "~/web/refusal";
import { readCertificatesForJobs } from "../../create/data/certificates-of-new.server";
import { getTicketDeletionProblem } from "../../life-cycle/data/change-status.server";
import { readJobDestinationProducts } from "../../list/data/mix.server";
import { getStatusLabel, PRIORITY_LABELS, STATUS, STATUS_IDS } from "../../rules/trip-ticket";
import { readSelectedTicketIds } from "../../selection/data/selection.server";
import { visibleTicketsQuery } from "../../shared/access.server";
import { planTicketChange } from "../../shared/change-plan.server";
import { formatPartyName, type JobParty, readJobParties } from "../../shared/job-parties.server";
import {
  addTicketRights,
  selectTickets,
  type TicketRow,
  type VisibleTicket,
} from "../../shared/ticket-row.server";
import { getHistoryValues } from "../../shared/write.server";
import { BULK_ACTIONS, type BulkActionName, WORK_ROLES, type WorkRole } from "../rules/bulk";
import {
  type BulkFields,
  bulkFields,
  findMissingFields,
  getBulkRefusalReason,
  toTicketUpdateInput,
} from "../rules/bulk-input";

/** Maximum number of selected tickets shown with current and new values; the action changes all selected tickets. */
export const MAX_SHOWN_TICKETS = 50;
/** Maximum number of jobs in one action, since a destination is chosen per job. */
const MAX_JOBS = 20;

export type BulkOption = { value: number; label: string };

/** Return the options of an action's page, and each selected ticket's current and new values. */
export const getBulkActionPage = procedure({
  name: "getBulkActionPage",
  may: "trip_ticket.read",
  input: z.strictObject({ act: z.enum(BULK_ACTIONS), ...bulkFields }),
  async run(ctx, { act, ...fields }) {
    const ids = await readSelectedTicketIds(ctx);
    const { rows, jobs, statuses } = await readSelected(ctx, ids);
    const parties = act === "assignment" ? await partiesOf(ctx, jobs) : [];
    const people = await peopleOf(ctx, parties, fields, rows);
    const sent = act === "destination" ? jobs.filter((job) => job.may_send) : [];
    const destinations = await destinationsOf(ctx, sent.slice(0, MAX_JOBS));
    return {
      act,
      count: ids.length,
      seen_at: ctx.now.toISOString(),
      statuses: statuses.map(({ status, n }) => ({ status: getStatusLabel(status), n })),
      more_jobs: sent.length > MAX_JOBS,
      choices: {
        statuses: STATUS_IDS.map((id) => ({ value: id, label: getStatusLabel(id) })),
        priorities: Object.entries(PRIORITY_LABELS).map(([id, label]) => ({ value: Number(id), label })),
        destinations,
        certificates: act === "certification" ? await readCertificatesForJobs(ctx, jobs) : [],
        companies: companiesOf(parties),
        people,
      },
      tickets: await previews(ctx, rows, act, fields),
    };
  },
});
export type BulkActionPage = Awaited<ReturnType<typeof getBulkActionPage.run>>;

/** Read the tickets to show, each with the action's result if the required fields are filled in. */
async function previews(ctx: Ctx<CompanyActor>, rows: TicketRow[], act: BulkActionName, fields: BulkFields) {
  const ready = Object.keys(findMissingFields(act, fields)).length === 0;
  const shown = await addTicketRights(ctx, rows);
  const results = [];
  for (const ticket of shown) {
    const { id, trip_ticket_number: number, trip_ticket_status_id: status } = ticket.row.trip_ticket;
    const preview: TicketPreview = ready
      ? await previewOf(ctx, ticket, act, fields)
      : { changes: [], refused: null };
    results.push({ id, number, status, ...preview });
  }
  return results;
}

async function readSelected(ctx: Ctx<CompanyActor>, ids: number[]) {
  const mine = and(sql`${tripTicket.id} IN ${jsonListSql(ids)}`, visibleTicketsQuery(ctx.actor));
  const shown = ids.slice(0, MAX_SHOWN_TICKETS);
  const results = shown.length
    ? await selectTickets(ctx.read).where(
        and(sql`${tripTicket.id} IN ${jsonListSql(shown)}`, visibleTicketsQuery(ctx.actor)),
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
  // The options equal those on a ticket's own page (permissions.ts): a job's other mills, companies and workers are
  // shown only to users who may assign them.
  const may = ctx.actor.permissions.trip_ticket.update;
  const jobs = together.map(({ id, name, requested, managed, written }) => {
    const office = may && Boolean(requested || managed);
    return { id, name, office, may_send: office || (may && Boolean(written)) };
  });
  const rows = shown.flatMap((id) => results.find((r) => r.trip_ticket.id === id) ?? []);
  return { rows, statuses, jobs };
}

async function destinationsOf(ctx: Ctx<CompanyActor>, jobs: { id: number; name: string }[]) {
  return Promise.all(
    jobs.map(async (job) => {
      const mix = await readJobDestinationProducts(ctx, job.id);
      const names = new Map(mix.map((m) => [m.job_destination_id, m.destination]));
      return { job, options: [...names].map(([value, label]) => ({ value, label })) };
    }),
  );
}

/** Read the companies of the jobs that the acting company runs; of its other jobs, only the acting company itself. */
async function partiesOf(ctx: Ctx<CompanyActor>, jobs: { id: number; office: boolean }[]) {
  if (!ctx.actor.permissions.trip_ticket.update) return [];
  const run = new Set(jobs.filter((job) => job.office).map((job) => job.id));
  const all = await readJobParties(ctx.read, ...jobs.map((job) => job.id));
  const me = ctx.actor.company.id;
  return all.filter((p) => run.has(p.job_id) || p.company_id === me);
}

/** List the companies with each work role on any of the jobs. */
function companiesOf(parties: JobParty[]): Record<WorkRole, BulkOption[]> {
  const of = (hand: WorkRole) => [
    ...new Map(
      parties
        .filter((p) => p[`is_${hand}`])
        .map((p) => [p.company_id, { value: p.company_id, label: formatPartyName(p) }]),
    ).values(),
  ];
  return { cutter: of("cutter"), skidder: of("skidder"), hauler: of("hauler") };
}

/**
 * List people of each chosen company who can have the role: those in the crews chosen for one of its jobs (everyone if
 * none was chosen), and those already on a shown ticket.
 */
async function peopleOf(
  ctx: Ctx<CompanyActor>,
  parties: JobParty[],
  fields: BulkFields,
  rows: TicketRow[],
): Promise<Record<WorkRole, BulkOption[]>> {
  const of = async (hand: WorkRole): Promise<BulkOption[]> => {
    const company = fields[`${hand}_company_id`];
    const jobs = parties.filter((p) => p.company_id === company && p[`is_${hand}`]).map((p) => p.job_id);
    if (!jobs.length) return [];
    const stands = rows.map((row) => row.trip_ticket[`${hand}_user_id`]);
    const jobPeople = await readJobPeople(ctx.read, jobs, company ?? 0, stands);
    return jobPeople.map((p) => ({ value: p.id, label: formatFullName(p) }));
  };
  const [cutter, skidder, hauler] = await Promise.all(WORK_ROLES.map(of));
  return { cutter: cutter ?? [], skidder: skidder ?? [], hauler: hauler ?? [] };
}

export type BulkChange = { what: string; original: string; selected: string };
/** Preview of the action for one ticket: its changes, or the reason it is refused. */
export type TicketPreview = { changes: BulkChange[]; refused: string | null };

/**
 * Preview the action on a ticket with the same code that performs it, so that changes and refusal reasons match what is
 * saved.
 */
async function previewOf(
  ctx: Ctx<CompanyActor>,
  ticket: VisibleTicket,
  act: BulkActionName,
  fields: BulkFields,
): Promise<TicketPreview> {
  const t = ticket.row.trip_ticket;
  if (act === "deletion")
    return { changes: [], refused: getTicketDeletionProblem(ctx, ticket)?.reason ?? null };
  const change = toTicketUpdateInput(act, fields, t.job_id);
  if (change === null) return { changes: [], refused: null };
  try {
    const plan = await planTicketChange(ctx, ticket, { id: t.id, version: t.version + 1, ...change });
    const words = createHistoryFormat(ctx).instant;
    const changes = computeDiffs(getHistoryValues(ticket.row), plan.said).map((d) => ({
      what: fieldLabel(d.key),
      original: formatValue(d.saved, words),
      selected: formatValue(d.updated, words),
    }));
    return { changes, refused: null };
  } catch (error) {
    if (!(error instanceof AppError) || error.kind === "unavailable") throw error;
    return { changes: [], refused: getBulkRefusalReason(error) };
  }
}
