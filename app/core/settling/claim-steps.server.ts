import { type SQL, sql } from "drizzle-orm";
import { type Claim, claimKeyOf, claimsOf } from "~/domain/settling/claims";
import { SERVICE } from "~/domain/settling/services";
import { STATUS } from "~/domain/tickets/trip-ticket";
import { mayMiss, overRows, Raced } from "~/web/commit.server";
import type { Reading, Step } from "~/web/procedure";
import { factsOf, factsOfNew, type Patch, type Patches, type Priceable } from "./facts.server";
import type { NewLoad } from "./paid-ticket.server";
import type { StoredClaim } from "./stored-claims.server";

type Pricing = Pick<Reading, "read" | "now">;

/** How many tickets one commit prices. */
export const MOST_PRICED = 500;

/** The services whose claims come from the rates of a job. */
const PRICED: readonly number[] = [
  SERVICE.cut,
  SERVICE.skid,
  SERVICE.haul,
  SERVICE.stumpage,
  SERVICE.fuel,
  SERVICE.mill,
];

/**
 * The steps that bring the claims of these tickets up to date, for the very commit that changes them (docs/settlements.md,
 * "When a load is priced"). `patches` says what the commit writes on a ticket. What is due is written, what is no longer
 * due goes where it never stood on a statement and is due 0 where it did, what was voided stays void. The commit is undone,
 * and read again, where the job's rates, a ticket or one of its claims has moved since.
 */
export async function claimSteps(
  ctx: Pricing,
  ticketIds: readonly number[],
  patches: Patches = new Map(),
): Promise<Step[]> {
  const ids = [...new Set(ticketIds)];
  if (ids.length === 0) return [];
  if (ids.length > MOST_PRICED) throw new Error(`at most ${MOST_PRICED} tickets are priced in one commit`);
  return stepsFor(ctx, await factsOf(ctx.read, ids, patches));
}

type Ticket = { id: number; trip_ticket_status_id: number };

/** What a ticket's claims depend on. */
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
] as const satisfies readonly (keyof Patch)[];

/**
 * The same for the change of one ticket; no steps where it changes nothing that its pay depends on. Where the ticket was
 * read before a payment that is there now, it is read again: what is paid is locked.
 */
export async function claimStepsOf(
  ctx: Pricing,
  { trip_ticket, settlement_paid }: { trip_ticket: Ticket; settlement_paid: number },
  patch: Patch,
): Promise<Step[]> {
  const isDone = [trip_ticket.trip_ticket_status_id, patch.trip_ticket_status_id].includes(STATUS.completed);
  if (!isDone || !PAY_COLUMNS.some((column) => patch[column] !== undefined)) return [];
  const facts = await factsOf(ctx.read, [trip_ticket.id], new Map([[trip_ticket.id, patch]]));
  const isPaid = facts.some(({ claims }) => claims.some((c) => c.paid_lines > 0));
  if (isPaid && !settlement_paid) throw new Raced("the load was paid since it was read");
  return stepsFor(ctx, facts);
}

/** The same for a completed load that this very commit makes, named by its `uid` since it has no id yet. */
export async function claimStepsOfNew(ctx: Pricing, uid: string, ticket: NewLoad): Promise<Step[]> {
  const facts = await factsOfNew(ctx.read, ticket);
  return facts ? stepsFor(ctx, [{ ...facts, id: uid }]) : [];
}

/** What is priced: a ticket by its id, or one that the commit makes by its uid. */
type Facts = Omit<Priceable, "id"> & { id: number | string };

/** The steps for tickets whose facts have been read. */
function stepsFor(ctx: Pricing, facts: readonly Facts[]): Step[] {
  const due: unknown[][] = [];
  const gone: number[] = [];
  const over: number[] = [];
  for (const fact of facts) {
    const mine = fact.claims.filter((c) => PRICED.includes(c.settlement_type_id));
    const claims = fact.load ? claimsOf(fact.load, fact.prices, mine) : [];
    const keys = new Set(claims.map(claimKeyOf));
    for (const claim of claims) due.push(rowOf(fact, claim));
    for (const stored of mine) {
      if (keys.has(claimKeyOf(stored))) continue;
      (stored.posted_lines === 0 && stored.voided_at === null ? gone : over).push(stored.id);
    }
  }
  if (due.length + gone.length + over.length === 0) return [];
  return [
    mayMiss(asReadStill(facts)),
    ...(gone.length ? [mayMiss(neverStated(gone))] : []),
    ...(over.length + gone.length ? [mayMiss(noLongerDue([...gone, ...over]))] : []),
    ...(due.length ? [overRows(due.length, mayMiss(upsert(due, ctx.now.toISOString())))] : []),
  ];
}

const list = (ids: readonly unknown[]): SQL => sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`;

/** Undoes the commit unless rates, tickets, claims, and the prices that a surcharge counts by, are what was read. */
function asReadStill(facts: readonly Facts[]): SQL {
  const jobs = new Map(facts.map((f) => [f.job_id, f.rate_epoch]));
  const versions = facts.flatMap((f) => (f.version === null ? [] : [[f.id, f.version]]));
  const stored = facts.flatMap((f) => f.claims);
  const tickets = facts.map((f) => f.id);
  const tally = JSON.stringify([stored.length, stored.reduce((sum, c) => sum + c.version, 0)]);
  const rates = sql`NOT EXISTS (SELECT 1 FROM json_each(${JSON.stringify([...jobs])}) v
    JOIN job j ON j.id = v.value ->> 0 WHERE j.rate_epoch <> v.value ->> 1)`;
  const claims = sql`(SELECT json_array(count(*), coalesce(sum(version), 0)) FROM trip_ticket_settlement
    WHERE trip_ticket_id IN ${list(tickets)}) = ${tally}`;
  const loads = versions.length
    ? sql` AND NOT EXISTS (SELECT 1 FROM json_each(${JSON.stringify(versions)}) v
        JOIN trip_ticket t ON t.id = v.value ->> 0 WHERE t.version <> v.value ->> 1)`
    : sql``;
  const fuelAt = facts.find((f) => f.fuel_at !== null)?.fuel_at;
  const fuel = fuelAt == null ? sql`` : sql` AND (SELECT coalesce(max(id), 0) FROM fuel_price) = ${fuelAt}`;
  return sql`INSERT INTO _guard SELECT ${rates} AND ${claims}${loads}${fuel}`;
}

/** What never stood on a statement goes; what stood on one that is void stays for it, with nothing due. */
const neverStated = (ids: readonly number[]): SQL => sql`
  DELETE FROM trip_ticket_settlement WHERE id IN ${list(ids)}
     AND NOT EXISTS (SELECT 1 FROM settlement_line l WHERE l.trip_ticket_settlement_id = trip_ticket_settlement.id)`;

/** Nothing is due where something stood on a statement: its reversal is open. */
const noLongerDue = (ids: readonly number[]): SQL => sql`
  UPDATE trip_ticket_settlement
     SET version = version + (due_cents IS NOT 0), due_cents = 0, problem = NULL,
         rate_epoch = (SELECT rate_epoch FROM job WHERE id = job_id)
   WHERE id IN ${list(ids)}`;

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

/** A claim as the commit writes it, in the order of the columns. */
function rowOf({ id, job_id, load }: Facts, claim: Claim): unknown[] {
  const row: Record<(typeof COLUMNS)[number], unknown> = {
    ...claim,
    trip_ticket_id: id,
    job_id,
    job_destination_id: load?.job_destination_id,
    earned_on: load?.earned_on,
    // An estimate is still to be confirmed, so it is not kept.
    miles: load?.miles_are_estimated ? null : load?.miles,
    mill_company_id: load?.mill_company_id,
  };
  return COLUMNS.map((name) => row[name] ?? null);
}

/** What may change of a claim; the first six name it, and stay. */
const SET = COLUMNS.slice(6);
const each = (names: readonly string[], say: (name: string) => string, between: string) =>
  names.map(say).join(between);
const DIFFERS = each(SET, (name) => `${name} IS NOT excluded.${name}`, " OR ");
// The words of the statement are put together once, not for each load; the values are made first, as SQLite would write out a
// list's text again for each that is taken from it.
const INTO = sql.raw(`INSERT INTO trip_ticket_settlement (${COLUMNS.join(", ")}, rate_epoch, created_at)
  WITH v AS MATERIALIZED (SELECT value FROM json_each(`);
const EACH = sql.raw(`))
  SELECT CASE typeof(value ->> 0) WHEN 'text' THEN (SELECT id FROM trip_ticket WHERE uid = value ->> 0) ELSE value ->> 0 END,
         ${each([...COLUMNS.keys()].slice(1).map(String), (at) => `value ->> ${at}`, ", ")},
         (SELECT rate_epoch FROM job WHERE id = value ->> 1), `);
const UNLESS_SAME = sql.raw(`WHERE true
  ON CONFLICT (trip_ticket_id, settlement_type_id, paying_company_id, receiving_company_id, share_no) DO UPDATE
     SET ${each(SET, (name) => `${name} = excluded.${name}`, ", ")}, rate_epoch = excluded.rate_epoch,
         version = version + (${DIFFERS})
   WHERE rate_epoch <> excluded.rate_epoch OR ${DIFFERS}`);

/**
 * Writes claims from one JSON value, whose whole numbers stay whole. A claim that was priced the same keeps its version, so
 * that a statement being made from it stays true.
 */
const upsert = (rows: readonly unknown[][], now: string): SQL =>
  sql`${INTO}${JSON.stringify(rows)}${EACH}${now} FROM v ${UNLESS_SAME}`;
