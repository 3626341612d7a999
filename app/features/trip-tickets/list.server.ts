import { and, eq, inArray, sql } from "drizzle-orm";
import { z } from "zod";
import {
  company,
  job,
  jobDestination,
  productType,
  tripTicket,
  user,
  woodSpecies,
  woodSpeciesType,
} from "#db/schema";
import { volumeBeside } from "~/domain/measures/measures";
import { formatInstant } from "~/domain/time/time";
import type { CompanyActor } from "~/web/actor";
import { type Ctx, procedure } from "~/web/procedure";
import { ticketsVisibleTo } from "./access.server";
import { nextStep } from "./lifecycle";
import { SORTS } from "./list-query";
import {
  byShape,
  countTickets,
  type Filter,
  fromNearerEnd,
  idsOf,
  ME,
  type Order,
  SORTABLE_UP_TO,
  ticketOrder,
  usualWay,
  type Walk,
} from "./ticket-ids.server";
import {
  productText,
  STATUS,
  STATUS_IDS,
  type StatusId,
  statusName,
  type TicketRole,
  VIEWS,
} from "./trip-ticket";

export const listTickets = procedure({
  name: "listTickets",
  may: "trip_ticket.read",
  input: z.strictObject({
    view: z.enum(["loads", "available"]).default("loads"),
    status_ids: z.array(z.number().int()).max(10).optional(),
    trip_ticket_numbers: z.array(z.number().int().positive()).max(50).optional(),
    sort: z.enum(SORTS).optional(),
    descending: z.boolean().optional(),
    page: z.number().int().min(0).max(100_000).default(0),
  }),
  async run(ctx, input) {
    const view = VIEWS[input.view];
    const offered: readonly number[] = view.offered;
    const asked = (input.status_ids ?? []).filter((id) => offered.includes(id));
    const statuses = asked.length ? asked : [...view.statuses];
    const numbers = input.trip_ticket_numbers ?? [];
    // Who asks for numbers wants these tickets, whatever has become of them.
    const filter: Filter = numbers.length ? { numbers, statuses: STATUS_IDS } : { statuses };
    const total = await countTickets(ctx, filter);
    const sortable = total <= SORTABLE_UP_TO;
    const sort = sortable ? (input.sort ?? view.sort) : "last_modified_at";
    const descending = input.descending ?? usualWay(sort);
    const part = { take: view.pageSize, skip: input.page * view.pageSize };
    const order = { sort, descending };
    const rows = await readRows(ctx, filter, order, fromNearerEnd(part, total, filter, order));
    return { rows, total, page: input.page, pageSize: view.pageSize, sort, descending, sortable, statuses };
  },
});

const findRows = byShape((read, shape) =>
  read
    .select({
      id: tripTicket.id,
      trip_ticket_number: tripTicket.trip_ticket_number,
      status: tripTicket.trip_ticket_status_id,
      priority: tripTicket.trip_ticket_priority_id,
      last_modified_at: tripTicket.last_modified_at,
      estimated_volume: tripTicket.estimated_volume,
      estimated_unit: tripTicket.estimated_wood_unit_type_id,
      scaled_volume: tripTicket.scaled_volume,
      scaled_unit: tripTicket.scaled_wood_unit_type_id,
      job: job.name,
      job_status: job.job_status_id,
      requester_id: job.request_user_company_id,
      destination: jobDestination.name,
      product_type: productType.name,
      wood_species: woodSpecies.name,
      wood_species_type: woodSpeciesType.name,
      hauler: company.name,
      driver: sql<string | null>`${user.first_name} || ' ' || ${user.last_name}`,
      my_job_roles: sql<
        string | null
      >`(SELECT CASE WHEN jc.is_hauler THEN 'h' ELSE '' END || CASE WHEN jc.is_land_manager THEN 'm' ELSE '' END FROM job_company jc WHERE jc.job_id = ${job.id} AND jc.company_id = ${ME} AND jc.accepted_at IS NOT NULL AND jc.declined_at IS NULL AND jc.removed_at IS NULL)`,
    })
    .from(tripTicket)
    .innerJoin(job, eq(job.id, tripTicket.job_id))
    .innerJoin(jobDestination, eq(jobDestination.id, tripTicket.job_destination_id))
    .innerJoin(productType, eq(productType.id, tripTicket.product_type_id))
    .leftJoin(woodSpecies, eq(woodSpecies.id, tripTicket.wood_species_id))
    .leftJoin(woodSpeciesType, eq(woodSpeciesType.id, tripTicket.wood_species_type_id))
    .leftJoin(company, eq(company.id, tripTicket.hauler_company_id))
    .leftJoin(user, eq(user.id, tripTicket.hauler_user_id))
    .where(inArray(tripTicket.id, idsOf(shape)))
    .orderBy(ticketOrder(shape)),
);

async function readRows(ctx: Ctx<CompanyActor>, filter: Filter, order: Order, part: Walk) {
  const me = ctx.actor.company.id;
  const unit = ctx.actor.user?.wood_unit_type_id ?? null;
  const found = await findRows(ctx, filter, order, part);
  return found.map((r) => ({
    id: r.id,
    number: r.trip_ticket_number,
    status: r.status,
    priority: r.priority,
    job: r.job,
    product: productText(r),
    destination: r.destination,
    hauler: r.hauler,
    driver: r.driver,
    volume:
      r.scaled_volume === null
        ? volumeBeside(r.estimated_volume, r.estimated_unit, unit)
        : volumeBeside(r.scaled_volume, r.scaled_unit, unit),
    scaled: r.scaled_volume !== null,
    modified: { at: r.last_modified_at, text: formatInstant(r.last_modified_at, ctx.actor.zone, ctx.now) },
    mayClaim: ctx.actor.permissions.trip_ticket.update && mayClaim(r, me),
  }));
}

function mayClaim(
  row: { status: number; job_status: number; requester_id: number; my_job_roles: string | null },
  me: number,
): boolean {
  if (row.status !== STATUS.available && row.status !== STATUS.inYard) return false;
  const roles = new Set<TicketRole>();
  if (row.requester_id === me) roles.add("creator");
  if (row.my_job_roles?.includes("m")) roles.add("land_manager");
  if (row.my_job_roles?.includes("h")) roles.add("job_hauler");
  const facts = {
    status: row.status as StatusId,
    roles,
    jobActive: row.job_status === 1,
    settlementPaid: false,
    openLoadOfDriver: null,
    pickedUpAt: null,
    hasSkidder: false,
  };
  return nextStep(facts, STATUS.claimed).ok;
}

export type TicketListRow = Awaited<ReturnType<typeof readRows>>[number];

/** The visible ticket with exactly this number, where there is one only: a search for it opens it. */
export async function onlyNumbered(ctx: Ctx<CompanyActor>, number: number): Promise<number | null> {
  const rows = await ctx.read
    .select({ id: tripTicket.id })
    .from(tripTicket)
    .where(and(eq(tripTicket.trip_ticket_number, number), ticketsVisibleTo(ctx.actor)))
    .limit(2);
  return rows.length === 1 ? (rows[0]?.id ?? null) : null;
}

export const statusOptions = (ids: readonly number[]) => ids.map((id) => ({ id, name: statusName(id) }));
