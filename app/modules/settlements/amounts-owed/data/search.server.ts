import { and, desc, eq, getTableColumns, inArray, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { jsonListSql } from "#db/json-list";
import { amountOwed, jobDestination, landingInventory, tripTicket } from "#db/schema";
import { visibleTicketsQuery } from "~/modules/trip-tickets/shared/access.server";
import type { CompanyActor } from "~/web/actor";
import { pagingParams } from "~/web/paging";
import { type Ctx, procedure } from "~/web/procedure";
import { selectVisibleClaims } from "../../shared/access.server";
import { visibleClaimColumns } from "../../shared/visible-claim.server";
import {
  AMOUNT_OWED_STATUS,
  type ClaimFilter,
  claimFilter,
  SETTLEMENT_INCLUDES,
  type SettlementInclude,
} from "../rules/claim-filter";
import { claimsOutput } from "../rules/output";

const c = amountOwed;
/** Maximum number of matches that are summed when the search isn't limited to a company, job or day. */
const SUMMED_UP_TO = 50_000;
/** Number of rows read per query when a client requests all rows. */
const CHUNK = 500;

const among = (column: SQL, values: readonly number[] | undefined): SQL[] =>
  values?.length ? [sql`${column} IN ${jsonListSql(values)}`] : [];

/** Build the SQL condition of a filter, for use within each status. */
function matching(f: ClaimFilter, isOpen: SQL): SQL {
  const ticket = [
    ...among(sql`t.product_type_id`, f.product_type_ids),
    ...among(sql`t.trip_ticket_number`, f.trip_ticket_numbers),
  ];
  const parts = [
    sql`1`,
    ...among(sql`${c.settlement_type_id}`, f.settlement_type_ids),
    ...among(sql`${c.job_id}`, f.job_ids),
    ...among(sql`${c.job_destination_id}`, f.job_destination_ids),
    ...(f.company_ids?.length
      ? [
          sql`(${sql.join([...among(sql`${c.paying_company_id}`, f.company_ids), ...among(sql`${c.receiving_company_id}`, f.company_ids)], sql` OR `)})`,
        ]
      : []),
    ...among(sql`${c.paying_company_id}`, f.paying_company_ids),
    ...among(sql`${c.receiving_company_id}`, f.receiving_company_ids),
    ...(f.earned_from ? [sql`${c.earned_on} >= ${f.earned_from}`] : []),
    ...(f.earned_to ? [sql`${c.earned_on} <= ${f.earned_to}`] : []),
    ...(f.open === undefined ? [] : [f.open ? isOpen : sql`NOT coalesce(${isOpen}, 0)`]),
    ...(f.has_problem === undefined
      ? []
      : [f.has_problem ? sql`${c.problem} IS NOT NULL` : sql`${c.problem} IS NULL`]),
    ...(ticket.length
      ? [
          sql`EXISTS (SELECT 1 FROM trip_ticket t WHERE t.id = ${c.trip_ticket_id} AND ${sql.join(ticket, sql` AND `)})`,
        ]
      : []),
  ];
  return sql.join(parts, sql` AND `);
}

const EVERY_STATUS = [AMOUNT_OWED_STATUS.unpaid, AMOUNT_OWED_STATUS.paid, AMOUNT_OWED_STATUS.void] as const;

/**
 * Build a subquery of the settlements that a company sees and that match a filter. Each status is a separate UNION
 * branch, since the payer and payee indexes are ordered by day within one status.
 */
function found(actor: CompanyActor, filter: ClaimFilter): (select: SQL) => SQL {
  const seen = visibleClaimColumns(actor.company.id);
  const where = matching(filter, seen.is_open);
  const requests = filter.trip_ticket_settlement_status_type_ids ?? [];
  const isAsked = (status: (typeof EVERY_STATUS)[number]) =>
    requests.length === 0 || requests.includes(status);
  // A paid settlement with a correction on a draft is stored as unpaid; a company that may not see the draft gets it as
  // paid.
  const ofStatus = (status: (typeof EVERY_STATUS)[number]): SQL[] => {
    const stored = sql`${c.status_type_id} = ${status}`;
    const { unpaid, paid } = AMOUNT_OWED_STATUS;
    if (status !== unpaid || isAsked(unpaid) === isAsked(paid)) return isAsked(status) ? [stored] : [];
    return isAsked(unpaid)
      ? [sql`${stored} AND (${c.paid_lines} = 0 OR ${seen.status} = ${unpaid})`]
      : [sql`${stored} AND ${c.paid_lines} > 0 AND ${seen.status} = ${paid}`];
  };
  return (select) =>
    sql.join(
      EVERY_STATUS.flatMap(ofStatus).map((status) =>
        selectVisibleClaims(actor, select, sql`${status} AND ${where}`),
      ),
      sql` UNION ALL `,
    );
}
type Found = ReturnType<typeof found>;

function readClaims(ctx: Ctx<CompanyActor>, all: Found, take: number, skip: number) {
  const { posted_cents, posted_lines, open_cents, status } = visibleClaimColumns(ctx.actor.company.id);
  return ctx.read
    .select({
      ...getTableColumns(c),
      ...{ posted_cents, posted_lines, open_cents, status_type_id: status },
    })
    .from(c)
    .where(
      sql`${c.id} IN (SELECT id FROM (${all(sql`${c.id} AS id, ${c.earned_on} AS earned_on`)}
        ORDER BY earned_on DESC, id DESC LIMIT ${take} OFFSET ${skip}))`,
    )
    .orderBy(desc(c.earned_on), desc(c.id));
}
type Claim = Awaited<ReturnType<typeof readClaims>>[number];

const rowOf = ({ rate_version: _version, status_type_id, ...claim }: Claim) => ({
  ...claim,
  trip_ticket_settlement_status_type_id: status_type_id,
  quantity: claim.quantity === null ? null : claim.quantity / 1000,
  miles: claim.miles === null ? null : claim.miles / 1000,
  rate: claim.rate === null ? null : claim.rate / 10_000,
});

/** Read the related data that the client requested, for all settlements of a page at once. */
async function beside(
  ctx: Ctx<CompanyActor>,
  claims: readonly Claim[],
  include: readonly SettlementInclude[],
) {
  const has = (name: SettlementInclude) => include.includes(name) && claims.length > 0;
  const tickets = [...new Set(claims.map((claim) => claim.trip_ticket_id))];
  const destinations = [...new Set(claims.flatMap((claim) => claim.job_destination_id ?? []))];
  const [seen, taken, places] = await Promise.all([
    has("trip_ticket")
      ? ctx.read
          .select({
            id: tripTicket.id,
            trip_ticket_number: tripTicket.trip_ticket_number,
            load_number: tripTicket.load_number,
            trip_ticket_status_id: tripTicket.trip_ticket_status_id,
            scale_ticket_number: tripTicket.scale_ticket_number,
            product_type_id: tripTicket.product_type_id,
            dropped_off_at: tripTicket.dropped_off_at,
          })
          .from(tripTicket)
          .where(and(inArray(tripTicket.id, tickets), visibleTicketsQuery(ctx.actor)))
      : [],
    has("trip_ticket_landing_inventory")
      ? ctx.read
          .select({
            trip_ticket_id: landingInventory.trip_ticket_id,
            landing_id: landingInventory.landing_id,
            estimated_volume_remaining: landingInventory.estimated_volume_remaining,
          })
          .from(landingInventory)
          .innerJoin(tripTicket, eq(tripTicket.id, landingInventory.trip_ticket_id))
          .where(
            and(
              inArray(landingInventory.trip_ticket_id, tickets),
              eq(landingInventory.is_deleted, false),
              visibleTicketsQuery(ctx.actor),
            ),
          )
      : [],
    has("job_destination")
      ? ctx.read
          .select({ id: jobDestination.id, job_id: jobDestination.job_id, name: jobDestination.name })
          .from(jobDestination)
          .where(inArray(jobDestination.id, destinations))
      : [],
  ]);
  return (claim: Claim) => ({
    trip_ticket_settlement: rowOf(claim),
    ...(include.includes("trip_ticket")
      ? { trip_ticket: seen.find((t) => t.id === claim.trip_ticket_id) ?? null }
      : {}),
    ...(include.includes("trip_ticket_landing_inventory")
      ? {
          trip_ticket_landing_inventory: taken
            .filter((t) => t.trip_ticket_id === claim.trip_ticket_id)
            .map((t) => ({ landing_id: t.landing_id, volume: -t.estimated_volume_remaining / 1000 })),
        }
      : {}),
    ...(include.includes("job_destination")
      ? { job_destination: places.find((p) => p.id === claim.job_destination_id) ?? null }
      : {}),
  });
}

const whole = (n: SQL) => sql<number>`coalesce(sum(${n}), 0)`;
function summed({ company }: CompanyActor): SQL {
  const { status, posted_cents, paid_cents, open_cents } = visibleClaimColumns(company.id);
  return sql`${status} AS status, ${c.settlement_type_id} AS type, ${c.wood_unit_type_id} AS unit, ${c.due_cents} AS due,
    ${posted_cents} AS posted, ${paid_cents} AS paid, ${open_cents} AS open, ${c.quantity} AS quantity`;
}

/** Sums over all matches, not just the page, in a single pass. */
async function aggregated(ctx: Ctx<CompanyActor>, all: Found) {
  const groups = await ctx.read
    .select({
      status: sql<number>`status`,
      type: sql<number>`type`,
      unit: sql<number | null>`unit`,
      count: sql<number>`count(*)`,
      due: whole(sql`due`),
      posted: whole(sql`posted`),
      paid: whole(sql`paid`),
      open: whole(sql`open`),
      quantity: whole(sql`quantity`),
    })
    .from(sql`(${all(summed(ctx.actor))})`)
    .groupBy(sql`status, type, unit`);
  type Group = (typeof groups)[number];
  const sum = (rows: readonly Group[], of: "count" | "due" | "posted" | "paid" | "open" | "quantity") =>
    rows.reduce((total, row) => total + row[of], 0);
  const by = (key: "status" | "type" | "unit") =>
    [...new Set(groups.map((g) => g[key]))].flatMap((id) =>
      id === null ? [] : [{ id, rows: groups.filter((g) => g[key] === id) }],
    );
  return {
    count: sum(groups, "count"),
    by_status: by("status").map(({ id, rows }) => ({
      trip_ticket_settlement_status_type_id: id,
      count: sum(rows, "count"),
      amount_cents: sum(rows, "due"),
    })),
    by_type: by("type").map(({ id, rows }) => ({
      settlement_type_id: id,
      count: sum(rows, "count"),
      amount_cents: sum(rows, "due"),
    })),
    by_unit: by("unit").map(({ id, rows }) => ({
      wood_unit_type_id: id,
      quantity: sum(rows, "quantity") / 1000,
    })),
    due_cents: sum(groups, "due"),
    posted_cents: sum(groups, "posted"),
    paid_cents: sum(groups, "paid"),
    open_cents: sum(groups, "open"),
  };
}

const isNarrow = (f: ClaimFilter) =>
  Boolean(
    f.company_ids?.length ||
      f.paying_company_ids?.length ||
      f.receiving_company_ids?.length ||
      f.job_ids?.length ||
      f.earned_from ||
      f.earned_to,
  );

/** Yield all matches after the first `skip`, read in chunks. */
async function* allFrom(
  ctx: Ctx<CompanyActor>,
  all: Found,
  skip: number,
  include: readonly SettlementInclude[],
) {
  for (let from = skip; ; from += CHUNK) {
    const rows = await readClaims(ctx, all, CHUNK, from);
    yield* rows.map(await beside(ctx, rows, include));
    if (rows.length < CHUNK) return;
  }
}

/** Define a settlement search procedure; `forced` limits it to one status. */
const search = (name: string, forced?: 1 | 2) =>
  procedure({
    name,
    may: "settlement.read",
    input: z.strictObject({
      dto: claimFilter.default({}),
      ...pagingParams,
      include: z
        .array(z.enum(SETTLEMENT_INCLUDES, `include knows: ${SETTLEMENT_INCLUDES.join(", ")}`))
        .max(SETTLEMENT_INCLUDES.length)
        .default([]),
    }),
    output: claimsOutput,
    async run(ctx, { dto, take, skip, include }) {
      // The paid and unpaid searches use their own status even if the client sends others.
      const filter: ClaimFilter =
        forced === undefined ? dto : { ...dto, trip_ticket_settlement_status_type_ids: [forced] };
      const all = found(ctx.actor, filter);
      const [counted] = await ctx.read
        .select({ n: sql<number>`coalesce(sum(n), 0)` })
        .from(sql`(${all(sql`count(*) AS n`)})`);
      const total = counted?.n ?? 0;
      const sums = include.includes("aggregated_data")
        ? { aggregated_data: total > SUMMED_UP_TO && !isNarrow(dto) ? null : await aggregated(ctx, all) }
        : {};
      const meta = { total, skip, take };
      if (take === -1) return { trip_ticket_settlements: allFrom(ctx, all, skip, include), ...sums, meta };
      const rows = await readClaims(ctx, all, take, skip);
      return { trip_ticket_settlements: rows.map(await beside(ctx, rows, include)), ...sums, meta };
    },
  });

/** Search amounts one company owes another for work on loads, as payer, payee, or the job's requester. */
export const searchSettlements = search("searchSettlements");
export const searchPaidSettlements = search("searchPaidSettlements", AMOUNT_OWED_STATUS.paid);
export const searchUnpaidSettlements = search("searchUnpaidSettlements", AMOUNT_OWED_STATUS.unpaid);
