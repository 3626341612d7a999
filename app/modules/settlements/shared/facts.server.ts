import { eq, sql } from "drizzle-orm";
import type { Read } from "#db/client.server";
import { jsonListSql } from "#db/json-list";
import { prepareQuery } from "#db/prepared.server";
import {
  companyDestination,
  companyLocation,
  job,
  jobDestination,
  jobHaulRate,
  jobProductRate,
  statePaymentRule,
  tripTicket,
  usState,
} from "#db/schema";
import { getDay } from "~/lib/time/time";
import { formatProductKey } from "~/modules/trip-tickets/rules/product-key";
import { STATUS } from "~/modules/trip-tickets/rules/trip-ticket";
import type { JobPrices, PayableLoad } from "../rules/claims";
import { readFuelTerms } from "./fuel-terms.server";
import { type NewLoad, PAID_TICKET_COLUMNS, type PaidTicket } from "./paid-ticket.server";
import { createJobPriceLookup, groupRows } from "./prices.server";
import { findClaims, type StoredClaim } from "./stored-claims.server";

/** Column values that a change writes to a ticket. */
export type PricingPatch = Partial<typeof tripTicket.$inferInsert>;
export type PricingPatches = ReadonlyMap<number, PricingPatch>;

const IDS = jsonListSql(sql.placeholder("ids"));
const JOBS = sql`(SELECT job_id FROM trip_ticket WHERE id IN ${IDS} UNION ALL SELECT value FROM json_each(${sql.placeholder("jobs")}))`;

/** Columns of the job's state that a load's pay depends on. */
const OF_STATE = { zone: usState.time_zone, refuses_conversion: statePaymentRule.refuses_conversion };

/** Columns of the job that a load's pay depends on. */
const OF_JOB = {
  rate_version: job.rate_version,
  request_user_company_id: job.request_user_company_id,
  ...OF_STATE,
};

/**
 * Return the state's settings that pay depends on: its time zone, and whether its law forbids pay by a converted
 * quantity.
 */
export async function readStateTerms(read: Read, stateId: number) {
  const [terms] = await read
    .select(OF_STATE)
    .from(usState)
    .leftJoin(statePaymentRule, eq(statePaymentRule.us_state_id, usState.id))
    .where(eq(usState.id, stateId));
  return terms;
}

/** Unsaved edit of a job: the new state, and miles by destination ID. */
export type UnsavedJobTerms = {
  state?: Awaited<ReturnType<typeof readStateTerms>>;
  miles?: ReadonlyMap<number, Pick<typeof jobDestination.$inferSelect, "mileage" | "mileage_is_estimate">>;
};

const findTickets = prepareQuery((read) =>
  read
    .select({
      ticket: PAID_TICKET_COLUMNS,
      ...OF_JOB,
    })
    .from(tripTicket)
    .innerJoin(job, eq(job.id, tripTicket.job_id))
    .innerJoin(usState, eq(usState.id, job.us_state_id))
    .leftJoin(statePaymentRule, eq(statePaymentRule.us_state_id, job.us_state_id))
    .where(sql`${tripTicket.id} IN ${IDS}`),
);

const findDestinations = prepareQuery((read) =>
  read
    .select({
      id: jobDestination.id,
      mileage: jobDestination.mileage,
      mileage_is_estimate: jobDestination.mileage_is_estimate,
      company_location_id: companyLocation.id,
      mill_company_id: sql<number>`COALESCE(${companyLocation.company_id}, ${companyDestination.destination_company_id}, ${companyDestination.company_id})`,
    })
    .from(jobDestination)
    .leftJoin(companyDestination, eq(companyDestination.id, jobDestination.company_destination_id))
    .leftJoin(
      companyLocation,
      sql`${companyLocation.id} = COALESCE(${jobDestination.company_location_id}, ${companyDestination.destination_company_location_id})`,
    )
    .where(
      sql`${jobDestination.id} IN (SELECT job_destination_id FROM trip_ticket WHERE id IN ${IDS}
        UNION ALL SELECT value FROM json_each(${sql.placeholder("destinations")}))`,
    ),
);

const findProductRates = prepareQuery((read) =>
  read.select().from(jobProductRate).where(sql`${jobProductRate.job_id} IN ${JOBS}`),
);

const findHaulRates = prepareQuery((read) =>
  read.select().from(jobHaulRate).where(sql`${jobHaulRate.job_id} IN ${JOBS}`),
);

const sharesOf = (table: "product" | "haul") => sql`SELECT s.rate_table, s.rate_id, s.company_id, s.parts
  FROM ${sql.raw(`job_${table}_rate`)} r CROSS JOIN rate_share s
 WHERE r.job_id IN ${JOBS} AND s.rate_table = ${sql.raw(`'${table}'`)} AND s.rate_id = r.id`;
const findShares = prepareQuery((read) =>
  read
    .select({
      rate_table: sql<"product" | "haul">`x.rate_table`,
      rate_id: sql<number>`x.rate_id`,
      company_id: sql<number>`x.company_id`,
      parts: sql<number>`x.parts`,
    })
    .from(sql`(${sharesOf("product")} UNION ALL ${sharesOf("haul")}) x`),
);

/** Ticket with the commit's changes applied, and everything that its claims depend on. */
export type PriceableTicket = {
  id: number;
  /** Version that was read; null if the commit itself writes the ticket. */
  version: number | null;
  job_id: number;
  rate_version: number;
  /** Null if nothing is owed for the ticket: it isn't completed, is deleted, or is a sample. */
  load: PayableLoad | null;
  prices: JobPrices;
  /** ID of the newest diesel price when it was read; null if no surcharge depends on it. */
  fuel_at: number | null;
  claims: StoredClaim[];
};

/**
 * Read everything that the claims of these tickets depend on, in six reads regardless of the number of tickets.
 * `patches` contains values that the commit writes to a ticket, and `supposed` an unsaved edit of the job; claims are
 * computed as if both were saved.
 */
export async function readPricingFacts(
  read: Read,
  ids: readonly number[],
  patches: PricingPatches = new Map(),
  supposed: UnsavedJobTerms = {},
): Promise<PriceableTicket[]> {
  const values = { ids: JSON.stringify(ids), jobs: "[]" };
  const named = [...patches.values()].flatMap(({ job_destination_id }) => job_destination_id ?? []);
  const [tickets, destinations, products, hauls, shares, claims] = await Promise.all([
    findTickets(read, values),
    findDestinations(read, { ...values, destinations: JSON.stringify(named) }),
    findProductRates(read, values),
    findHaulRates(read, values),
    findShares(read, values),
    findClaims(read, values),
  ]);
  const placeOf = new Map(destinations.map((d) => [d.id, { ...d, ...supposed.miles?.get(d.id) }]));
  const byTicket = groupRows(claims, (c) => c.trip_ticket_id);
  const loads = tickets.map((match) => {
    const patch = patches.get(match.ticket.id);
    const t = { ...match.ticket, ...patch };
    const own = byTicket.get(t.id) ?? [];
    const place = placeOf.get(t.job_destination_id);
    return {
      id: t.id,
      version: patch ? null : match.ticket.version,
      job_id: t.job_id,
      rate_version: match.rate_version,
      load:
        t.trip_ticket_status_id === STATUS.completed && !t.is_deleted && !t.is_sample && place
          ? loadOf(t, { ...match, ...supposed.state }, place, own)
          : null,
      claims: own,
    };
  });
  const fuel = await readFuelTerms(
    read,
    hauls,
    loads.map(({ load }) => load?.earned_on),
  );
  const pricesOf = createJobPriceLookup(products, hauls, shares, fuel.terms);
  return loads.map((load) => ({ ...load, prices: pricesOf(load.job_id), fuel_at: fuel.at }));
}

const findJob = prepareQuery((read) =>
  read
    .select(OF_JOB)
    .from(job)
    .innerJoin(usState, eq(usState.id, job.us_state_id))
    .leftJoin(statePaymentRule, eq(statePaymentRule.us_state_id, job.us_state_id))
    .where(eq(job.id, sql.placeholder("job"))),
);

/**
 * Read what the claims of a completed load depend on, if the load is created in this commit; null if its job or
 * destination doesn't exist.
 */
export async function readNewLoadPricingFacts(
  read: Read,
  ticket: NewLoad,
): Promise<Omit<PriceableTicket, "id"> | null> {
  const values = { ids: "[]", jobs: JSON.stringify([ticket.job_id]) };
  const destinations = JSON.stringify([ticket.job_destination_id]);
  const [[found], [place], products, hauls, shares] = await Promise.all([
    findJob(read, { job: ticket.job_id }),
    findDestinations(read, { ...values, destinations }),
    findProductRates(read, values),
    findHaulRates(read, values),
    findShares(read, values),
  ]);
  if (!found || !place) return null;
  const load = loadOf(ticket, found, place, []);
  const fuel = await readFuelTerms(read, hauls, [load.earned_on]);
  return {
    version: null,
    job_id: ticket.job_id,
    rate_version: found.rate_version,
    load,
    prices: createJobPriceLookup(products, hauls, shares, fuel.terms)(ticket.job_id),
    fuel_at: fuel.at,
    claims: [],
  };
}

type FoundTicket = Awaited<ReturnType<typeof findTickets>>[number];
type FoundPlace = Awaited<ReturnType<typeof findDestinations>>[number];

/**
 * Return the load of a completed ticket. Its miles and mill stay as they were when it was first priced for this
 * destination. Estimated miles are not stored, because they are still to be confirmed.
 */
function loadOf(
  t: PaidTicket,
  match: Omit<FoundTicket, "ticket">,
  place: FoundPlace,
  claims: readonly StoredClaim[],
): PayableLoad {
  const matches = claims.filter((c) => c.job_destination_id === t.job_destination_id);
  const keptMiles = matches.find((c) => c.miles !== null)?.miles ?? null;
  const miles = place.mileage === null ? null : Math.round(place.mileage * 1000);
  return {
    earned_on: getDay(new Date(t.dropped_off_at ?? t.scaled_at ?? t.received_at ?? t.created_at), match.zone),
    product: formatProductKey(t),
    job_destination_id: t.job_destination_id,
    company_location_id: place.company_location_id,
    mill_company_id:
      matches.find((c) => c.mill_company_id !== null)?.mill_company_id ?? place.mill_company_id,
    request_user_company_id: match.request_user_company_id,
    cutter_company_id: t.cutter_on_behalf_of_company_id ?? t.cutter_company_id,
    skidder_company_id: t.skidder_on_behalf_of_company_id ?? t.skidder_company_id,
    hauler_company_id: t.hauler_on_behalf_of_company_id ?? t.hauler_company_id,
    scaled_volume: t.scaled_volume,
    scaled_wood_unit_type_id: t.scaled_wood_unit_type_id,
    net_pounds: t.net_pounds,
    deduction_pounds: t.deduction_pounds,
    estimated_volume: t.estimated_volume,
    estimated_wood_unit_type_id: t.estimated_wood_unit_type_id,
    log_rule: t.log_rule,
    miles: keptMiles ?? miles,
    miles_are_estimated: keptMiles === null && place.mileage_is_estimate,
    refuses_conversion: match.refuses_conversion ?? false,
  };
}
