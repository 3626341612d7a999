import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { prepared } from "#db/prepared.server";
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
import { formatVolume } from "~/domain/measures/measures";
import { formatInstant } from "~/domain/time/time";
import type { CompanyActor } from "~/web/actor";
import { type Ctx, procedure } from "~/web/procedure";
import { ticketsVisibleTo } from "./access.server";
import { nextStep } from "./lifecycle";
import { productText, STATUS, type StatusId, statusName, type TicketRole, VIEWS } from "./trip-ticket";

/** Sorting by anything but the last change is offered up to this many matches (docs: lists). */
export const SORTABLE_UP_TO = 1000;

export const listTickets = procedure({
  name: "listTickets",
  may: "trip_ticket.read",
  input: z.strictObject({
    view: z.enum(["loads", "available"]).default("loads"),
    status_ids: z.array(z.number().int()).max(10).optional(),
    trip_ticket_numbers: z.array(z.number().int().positive()).max(50).optional(),
    sort: z.enum(["last_modified_at", "number", "created_at", "priority"]).optional(),
    descending: z.boolean().optional(),
    page: z.number().int().min(0).max(100_000).default(0),
  }),
  async run(ctx, input) {
    const view = VIEWS[input.view];
    const offered: readonly number[] = view.offered;
    const asked = (input.status_ids ?? []).filter((id) => offered.includes(id));
    const statuses = asked.length ? asked : [...view.statuses];
    const numbers = input.trip_ticket_numbers ?? [];
    const by = numbers.length ? "number" : "status";
    const among = { me: ctx.actor.company.id, among: JSON.stringify(numbers.length ? numbers : statuses) };
    const [counted] = await COUNT[by](ctx.read, among);
    const total = counted?.n ?? 0;
    const sortable = total <= SORTABLE_UP_TO;
    const wanted = input.sort ?? (view.sort as "last_modified_at" | "priority");
    const sort = sortable ? wanted : "last_modified_at";
    const descending = input.descending ?? (sort === "last_modified_at" || sort === "created_at");
    const window = { take: view.pageSize, skip: input.page * view.pageSize };
    const rows = await readRows(ctx, { by, sort, descending }, { ...among, ...window });
    return { rows, total, page: input.page, pageSize: view.pageSize, sort, descending, sortable, statuses };
  },
});

type Sort = "last_modified_at" | "number" | "created_at" | "priority";

function orderOf(
  sort: Sort,
  descending: boolean,
  t: { last_modified_at: SQL; id: SQL; number: SQL; created_at: SQL; priority: SQL },
): SQL {
  const way = sql.raw(descending ? "DESC" : "ASC");
  if (sort === "last_modified_at") return sql`${t.last_modified_at} ${way}, ${t.id} ${way}`;
  if (sort === "priority") return sql`${t.priority} ${way}, ${t.last_modified_at} DESC, ${t.id} DESC`;
  return sql`${sort === "number" ? t.number : t.created_at} ${way}, ${t.id} ${way}`;
}

const inner = {
  last_modified_at: sql`t.last_modified_at`,
  id: sql`t.id`,
  number: sql`t.trip_ticket_number`,
  created_at: sql`t.created_at`,
  priority: sql`t.trip_ticket_priority_id`,
};
const outer = {
  last_modified_at: sql`${tripTicket.last_modified_at}`,
  id: sql`${tripTicket.id}`,
  number: sql`${tripTicket.trip_ticket_number}`,
  created_at: sql`${tripTicket.created_at}`,
  priority: sql`${tripTicket.trip_ticket_priority_id}`,
};

/** Which tickets are listed, and in which order: every combination is a query of its own. */
type Shape = { by: "status" | "number"; sort: Sort; descending: boolean };
/** The acting company, the statuses or numbers asked for as a JSON list, and the page. */
type Asked = { me: number; among: string; take: number; skip: number };

const ME = sql.placeholder("me");
const AMONG = sql`(SELECT value FROM json_each(${sql.placeholder("among")}))`;
const WINDOW = sql`LIMIT ${sql.placeholder("take")} OFFSET ${sql.placeholder("skip")}`;
/** "+status" keeps the planner on the primary key of ticket_company, which is the order wanted. */
const OF_STATUS = sql`c.company_id = ${ME} AND +c.status IN ${AMONG}`;
const NUMBERED = sql`FROM trip_ticket t WHERE t.trip_ticket_number IN ${AMONG} AND EXISTS (SELECT 1 FROM ticket_company c WHERE c.company_id = ${ME} AND c.last_modified_at = t.last_modified_at AND c.ticket_id = t.id)`;

/** The page's ids, straight from ticket_company; sorts that its key does not give look at SORTABLE_UP_TO rows at most. */
function idsOf({ by, sort, descending }: Shape): SQL {
  if (by === "number")
    return sql`SELECT t.id ${NUMBERED} ORDER BY ${orderOf(sort, descending, inner)} ${WINDOW}`;
  const way = sql.raw(descending ? "DESC" : "ASC");
  if (sort === "last_modified_at")
    return sql`SELECT c.ticket_id FROM ticket_company c WHERE ${OF_STATUS} ORDER BY c.last_modified_at ${way}, c.ticket_id ${way} ${WINDOW}`;
  return sql`SELECT t.id FROM ticket_company c CROSS JOIN trip_ticket t ON t.id = c.ticket_id WHERE ${OF_STATUS} ORDER BY ${orderOf(sort, descending, inner)} ${WINDOW}`;
}

const COUNT = {
  number: prepared((read) =>
    read.select({ n: sql<number>`n` }).from(sql`(SELECT count(*) AS n ${NUMBERED})`),
  ),
  /** Exact, from the counters that triggers keep. */
  status: prepared((read) =>
    read
      .select({ n: sql<number>`coalesce(sum(n), 0)` })
      .from(sql`company_status_count`)
      .where(sql`company_id = ${ME} AND status IN ${AMONG}`),
  ),
};

const rowsOf = (shape: Shape) =>
  prepared((read) =>
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
      .where(inArray(tripTicket.id, sql`(${idsOf(shape)})`))
      .orderBy(orderOf(shape.sort, shape.descending, outer)),
  );

const ROWS = new Map<string, ReturnType<typeof rowsOf>>();

async function readRows(ctx: Ctx<CompanyActor>, shape: Shape, asked: Asked) {
  const key = `${shape.by} ${shape.sort} ${shape.descending}`;
  const query = ROWS.get(key) ?? rowsOf(shape);
  ROWS.set(key, query);
  const found = await query(ctx.read, asked);
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
        ? formatVolume(r.estimated_volume, r.estimated_unit)
        : formatVolume(r.scaled_volume, r.scaled_unit),
    scaled: r.scaled_volume !== null,
    modified: { at: r.last_modified_at, text: formatInstant(r.last_modified_at, ctx.actor.zone, ctx.now) },
    mayClaim: ctx.actor.permissions.trip_ticket.update && mayClaim(r, asked.me),
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
