import { type SQL, sql } from "drizzle-orm";
import { jsonListSql } from "#db/json-list";
import { STATUS } from "~/modules/trip-tickets/rules/trip-ticket";
import { allowAnyRows, ConcurrentWriteError, markLongStep } from "~/web/commit.server";
import type { ReadCtx, Step } from "~/web/procedure";
import { type Claim, computeClaims, getClaimKey } from "../rules/claims";
import { SERVICE } from "../rules/services";
import {
  type PriceableTicket,
  type PricingPatch,
  type PricingPatches,
  readNewLoadPricingFacts,
  readPricingFacts,
} from "./facts.server";
import type { NewLoad } from "./paid-ticket.server";
import type { StoredClaim } from "./stored-claims.server";

type Pricing = Pick<ReadCtx, "read" | "now">;

/** Maximum number of tickets priced in one commit. */
export const MAX_TICKETS_PRICED = 500;

/** Services whose claims are priced by the rates of a job. */
const PRICED: readonly number[] = [
  SERVICE.cut,
  SERVICE.skid,
  SERVICE.haul,
  SERVICE.stumpage,
  SERVICE.fuel,
  SERVICE.mill,
];

/**
 * Return the steps that update the amounts owed for these tickets in the commit that changes the tickets
 * (docs/settlements.md, "When a load is priced"). `patches` contains the values that the commit writes. An amount that
 * is due is saved. An amount no longer due is deleted if it was never on a statement, else set to 0. A voided amount
 * stays void. The commit is undone and retried if the job's rates, a ticket or an amount changed since it was read
 * (docs/settlements.md#when-a-load-is-priced).
 */
export async function buildAmountOwedSteps(
  ctx: Pricing,
  ticketIds: readonly number[],
  patches: PricingPatches = new Map(),
): Promise<Step[]> {
  const ids = [...new Set(ticketIds)];
  if (ids.length === 0) return [];
  if (ids.length > MAX_TICKETS_PRICED)
    throw new Error(`at most ${MAX_TICKETS_PRICED} tickets are priced in one commit`);
  return stepsFor(ctx, await readPricingFacts(ctx.read, ids, patches));
}

type Ticket = { id: number; trip_ticket_status_id: number };

/** Columns that a ticket's claims depend on. */
const PAY_COLUMNS = [
  "trip_ticket_status_id",
  "is_deleted",
  "job_destination_id",
  "product_type_id",
  "wood_species_id",
  "wood_species_type_id",
  "cutter_company_id",
  "cutter_on_behalf_of_company_id",
  "skidder_company_id",
  "skidder_on_behalf_of_company_id",
  "hauler_company_id",
  "hauler_on_behalf_of_company_id",
  "scaled_volume",
  "scaled_wood_unit_type_id",
  "net_pounds",
  "deduction_pounds",
  "estimated_volume",
  "estimated_wood_unit_type_id",
  "log_rule",
  "dropped_off_at",
  "scaled_at",
  "received_at",
] as const satisfies readonly (keyof PricingPatch)[];

/**
 * Return the steps that update the amounts owed for one ticket; none if the patch changes nothing that pay depends on.
 * If a payment was added after the ticket was read, the commit is retried, since a paid load is locked.
 */
export async function buildTicketAmountOwedSteps(
  ctx: Pricing,
  { trip_ticket, settlement_paid }: { trip_ticket: Ticket; settlement_paid: number },
  patch: PricingPatch,
): Promise<Step[]> {
  const isDone = [trip_ticket.trip_ticket_status_id, patch.trip_ticket_status_id].includes(STATUS.completed);
  if (!isDone || !PAY_COLUMNS.some((column) => patch[column] !== undefined)) return [];
  const facts = await readPricingFacts(ctx.read, [trip_ticket.id], new Map([[trip_ticket.id, patch]]));
  const isPaid = facts.some(({ claims }) => claims.some((c) => c.paid_lines > 0));
  if (isPaid && !settlement_paid) throw new ConcurrentWriteError("the load was paid since it was read");
  return stepsFor(ctx, facts);
}

/**
 * Return the steps that price a completed load created in the same commit. The load is identified by `uid` because it
 * has no ID yet.
 */
export async function buildNewTicketAmountOwedSteps(
  ctx: Pricing,
  uid: string,
  ticket: NewLoad,
): Promise<Step[]> {
  const facts = await readNewLoadPricingFacts(ctx.read, ticket);
  return facts ? stepsFor(ctx, [{ ...facts, id: uid }]) : [];
}

/** Pricing data of a ticket, identified by ID, or by uid if the commit creates it. */
type Facts = Omit<PriceableTicket, "id"> & { id: number | string };

/** Return the steps for tickets whose pricing data has been read. */
function stepsFor(ctx: Pricing, facts: readonly Facts[]): Step[] {
  const due: unknown[][] = [];
  const gone: number[] = [];
  const over: number[] = [];
  for (const fact of facts) {
    const mine = fact.claims.filter((c) => PRICED.includes(c.settlement_type_id));
    const claims = fact.load ? computeClaims(fact.load, fact.prices, mine) : [];
    const keys = new Set(claims.map(getClaimKey));
    for (const claim of claims) due.push(rowOf(fact, claim));
    for (const stored of mine) {
      if (keys.has(getClaimKey(stored))) continue;
      (stored.posted_lines === 0 && stored.voided_at === null ? gone : over).push(stored.id);
    }
  }
  if (due.length + gone.length + over.length === 0) return [];
  return [
    allowAnyRows(asReadStill(facts)),
    ...(gone.length ? [allowAnyRows(neverStated(gone))] : []),
    ...(over.length + gone.length ? [allowAnyRows(noLongerDue([...gone, ...over]))] : []),
    ...(due.length ? [markLongStep(due.length, allowAnyRows(upsert(due, ctx.now.toISOString())))] : []),
  ];
}

/**
 * Undo the commit if the rates, tickets, claims, or the diesel prices used by a surcharge have changed since they were
 * read.
 */
function asReadStill(facts: readonly Facts[]): SQL {
  const jobs = new Map(facts.map((f) => [f.job_id, f.rate_version]));
  const versions = facts.flatMap((f) => (f.version === null ? [] : [[f.id, f.version]]));
  const stored = facts.flatMap((f) => f.claims);
  const tickets = facts.map((f) => f.id);
  const tally = JSON.stringify([stored.length, stored.reduce((sum, c) => sum + c.version, 0)]);
  const rates = sql`NOT EXISTS (SELECT 1 FROM json_each(${JSON.stringify([...jobs])}) v
    JOIN job j ON j.id = v.value ->> 0 WHERE j.rate_version <> v.value ->> 1)`;
  const claims = sql`(SELECT json_array(count(*), coalesce(sum(version), 0)) FROM amount_owed
    WHERE trip_ticket_id IN ${jsonListSql(tickets)}) = ${tally}`;
  const loads = versions.length
    ? sql` AND NOT EXISTS (SELECT 1 FROM json_each(${JSON.stringify(versions)}) v
        JOIN trip_ticket t ON t.id = v.value ->> 0 WHERE t.version <> v.value ->> 1)`
    : sql``;
  const fuelAt = facts.find((f) => f.fuel_at !== null)?.fuel_at;
  const fuel = fuelAt == null ? sql`` : sql` AND (SELECT coalesce(max(id), 0) FROM fuel_price) = ${fuelAt}`;
  return sql`INSERT INTO _guard SELECT ${rates} AND ${claims}${loads}${fuel}`;
}

/** Delete claims that were never on a statement; claims on a void statement stay, with nothing due. */
const neverStated = (ids: readonly number[]): SQL => sql`
  DELETE FROM amount_owed WHERE id IN ${jsonListSql(ids)}
     AND NOT EXISTS (SELECT 1 FROM settlement_line l WHERE l.amount_owed_id = amount_owed.id)`;

/** Set the amount due to 0 on claims that were on a statement, so that their reversal is open. */
const noLongerDue = (ids: readonly number[]): SQL => sql`
  UPDATE amount_owed
     SET version = version + (due_cents IS NOT 0), due_cents = 0, problem = NULL,
         rate_version = (SELECT rate_version FROM job WHERE id = job_id)
   WHERE id IN ${jsonListSql(ids)}`;

const COLUMNS = [
  "trip_ticket_id",
  "job_id",
  "settlement_type_id",
  "paying_company_id",
  "receiving_company_id",
  "share_no",
  "job_destination_id",
  "earned_on",
  "miles",
  "mill_company_id",
  "quantity",
  "wood_unit_type_id",
  "per",
  "rate",
  "rate_table",
  "rate_id",
  "quantity_from",
  "fuel_mills",
  "due_cents",
  "problem",
] as const satisfies readonly (keyof StoredClaim)[];

/** Return the column values of a claim, in the order of `COLUMNS`. */
function rowOf({ id, job_id, load }: Facts, claim: Claim): unknown[] {
  const row: Record<(typeof COLUMNS)[number], unknown> = {
    ...claim,
    trip_ticket_id: id,
    job_id,
    job_destination_id: load?.job_destination_id,
    earned_on: load?.earned_on,
    // Don't store estimated miles, because they are still to be confirmed.
    miles: load?.miles_are_estimated ? null : load?.miles,
    mill_company_id: load?.mill_company_id,
  };
  return COLUMNS.map((name) => row[name] ?? null);
}

/** Columns of an amount owed that may change. The first six columns identify the amount and never change. */
const SET = COLUMNS.slice(6);
const each = (names: readonly string[], say: (name: string) => string, between: string) =>
  names.map(say).join(between);
const DIFFERS = each(SET, (name) => `${name} IS NOT excluded.${name}`, " OR ");
// Build the SQL text once, not per load. Materialize the values first; otherwise SQLite repeats the text of the whole
// list for each value.
const INTO = sql.raw(`INSERT INTO amount_owed (${COLUMNS.join(", ")}, rate_version, created_at)
  WITH v AS MATERIALIZED (SELECT value FROM json_each(`);
const EACH = sql.raw(`))
  SELECT CASE typeof(value ->> 0) WHEN 'text' THEN (SELECT id FROM trip_ticket WHERE uid = value ->> 0) ELSE value ->> 0 END,
         ${each([...COLUMNS.keys()].slice(1).map(String), (instant) => `value ->> ${instant}`, ", ")},
         (SELECT rate_version FROM job WHERE id = value ->> 1), `);
const UNLESS_SAME = sql.raw(`WHERE true
  ON CONFLICT (trip_ticket_id, settlement_type_id, paying_company_id, receiving_company_id, share_no) DO UPDATE
     SET ${each(SET, (name) => `${name} = excluded.${name}`, ", ")}, rate_version = excluded.rate_version,
         version = version + (${DIFFERS})
   WHERE rate_version <> excluded.rate_version OR ${DIFFERS}`);

/**
 * Write claims passed as one JSON value, in which integers stay integers. A claim with an unchanged price keeps its
 * version, so that a statement in progress stays valid.
 */
const upsert = (rows: readonly unknown[][], now: string): SQL =>
  sql`${INTO}${JSON.stringify(rows)}${EACH}${now} FROM v ${UNLESS_SAME}`;
