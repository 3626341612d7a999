import { and, desc, eq, gte, inArray, lt, type SQL, sql } from "drizzle-orm";
import type { Read } from "#db/client.server";
import {
  job,
  jobDestination,
  productType,
  tripTicket,
  usState,
  woodSpecies,
  woodSpeciesType,
} from "#db/schema";
import { formatClock, formatDay, getDay, getDayBounds } from "~/lib/time/time";
import { formatVolume } from "~/lib/units/measures";
import { companyProductNameQuery } from "~/modules/products/shared/own-names.server";
import { formatCompanyProduct, STATUS } from "~/modules/trip-tickets/rules/trip-ticket";
import { ticketsVisibleToCompanyQuery } from "~/modules/trip-tickets/shared/access.server";
import { formatTicketFacts } from "~/modules/trip-tickets/shared/detail.server";
import { selectTickets, type TicketRow } from "~/modules/trip-tickets/shared/ticket-row.server";

/** Statuses of loads shown to a land owner: under way, in a yard, delivered. */
const TOLD = [STATUS.inTransit, STATUS.completed, STATUS.paused, STATUS.inYard];
const UNDER_WAY: readonly number[] = [STATUS.inTransit, STATUS.paused];

/**
 * Reader of a job's loads: the company whose visibility applies, and the link, which must be live at the time of the
 * query.
 */
export type OwnerLoadReader = { job_id: number; company_id: number; link_id: number | null };
export type OwnerReportDays = { from: string; to: string };

/** Condition for a link that is neither revoked nor expired. */
export const isLinkLiveSql = (now: Date) =>
  sql`l.revoked_at IS NULL AND (l.expires_at IS NULL OR l.expires_at > ${now.toISOString()})`;

const seen = ({ job_id, company_id, link_id }: OwnerLoadReader, now: Date): SQL | undefined =>
  and(
    eq(tripTicket.job_id, job_id),
    eq(tripTicket.is_deleted, false),
    ticketsVisibleToCompanyQuery(company_id),
    link_id === null
      ? undefined
      : sql`EXISTS (SELECT 1 FROM owner_link l WHERE l.id = ${link_id} AND ${isLinkLiveSql(now)})`,
  );

const told = (eyes: OwnerLoadReader, now: Date) =>
  and(seen(eyes, now), inArray(tripTicket.trip_ticket_status_id, [...TOLD]));

const delivered = (
  eyes: OwnerLoadReader,
  now: Date,
  days: OwnerReportDays | null,
  zone: string,
): SQL | undefined => {
  const from = days && getDayBounds(days.from, zone)?.from;
  const before = days && getDayBounds(days.to, zone)?.before;
  return and(
    seen(eyes, now),
    eq(tripTicket.trip_ticket_status_id, STATUS.completed),
    from ? gte(tripTicket.dropped_off_at, from) : undefined,
    before ? lt(tripTicket.dropped_off_at, before) : undefined,
  );
};

/**
 * Format an instant in the job's time zone, such as "Nov 22, 2026, 11:42 PM". The zone is left out, since the page
 * names it once.
 */
export const formatShortInstant = (iso: string, zone: string): string =>
  `${formatDay(getDay(new Date(iso), zone))}, ${formatClock(new Date(iso), zone)}`;

export type OwnerStage = "On the way" | "In a yard" | "Delivered";
const stageOf = (status: number): OwnerStage =>
  UNDER_WAY.includes(status) ? "On the way" : status === STATUS.inYard ? "In a yard" : "Delivered";

/** Convert a load for its land owner: the facts that states' laws require, without people, comments or prices. */
export function toOwnerLoad(row: TicketRow) {
  const facts = formatTicketFacts(row, { instant: (iso) => formatShortInstant(iso, row.job_zone) });
  return {
    number: facts.number,
    load_number: facts.load_number,
    stage: stageOf(facts.status),
    received: (facts.received ?? facts.dropped_off)?.text ?? null,
    loaded: (facts.loaded ?? facts.picked_up)?.text ?? null,
    facility: facts.destination.mill ?? facts.destination.name,
    address: facts.destination.address,
    product: facts.product,
    species: facts.scientific_name,
    gross: facts.gross,
    tare: facts.tare,
    net: facts.net,
    volume: facts.scaled ?? facts.estimated,
    is_estimate: facts.scaled === null && facts.estimated !== null,
    deduction: facts.deduction,
    scale_ticket: facts.scale_ticket_number,
    scaled_at: facts.scaled_at?.text ?? null,
    logger: facts.cutter,
    hauler: facts.hauler,
    loader_machine: facts.loader_machine,
  };
}
export type OwnerLoad = ReturnType<typeof toOwnerLoad>;

/** Read one page of loads, highest number first. */
export async function readOwnerLoads(
  read: Read,
  eyes: OwnerLoadReader,
  now: Date,
  part: { take: number; skip: number },
): Promise<OwnerLoad[]> {
  const rows = await selectTickets(read)
    .where(told(eyes, now))
    .orderBy(desc(tripTicket.load_number), desc(tripTicket.id))
    .limit(part.take)
    .offset(part.skip);
  return rows.map(toOwnerLoad);
}

/** Yield all loads in batches, checking before each batch that the loads may still be shown. */
export async function* iterateOwnerLoads(
  read: Read,
  eyes: OwnerLoadReader,
  now: () => Date,
): AsyncGenerator<OwnerLoad[]> {
  let after = { number: -1, id: -1 };
  while (true) {
    const rows = await selectTickets(read)
      .where(
        and(
          told(eyes, now()),
          sql`(${tripTicket.load_number}, ${tripTicket.id}) > (${after.number}, ${after.id})`,
        ),
      )
      .orderBy(tripTicket.load_number, tripTicket.id)
      .limit(200);
    const last = rows.at(-1)?.trip_ticket;
    if (!last) return;
    yield rows.map(toOwnerLoad);
    after = { number: last.load_number, id: last.id };
  }
}

/** Maximum number of loads on one printed report. */
export const MAX_REPORT_LOADS = 400;

/** Read the delivered loads of some days in the order of a report, lowest number first. */
export async function readDeliveredLoads(
  read: Read,
  eyes: OwnerLoadReader,
  now: Date,
  days: OwnerReportDays,
  zone: string,
  part: number,
): Promise<OwnerLoad[]> {
  const rows = await selectTickets(read)
    .where(delivered(eyes, now, days, zone))
    .orderBy(tripTicket.load_number, tripTicket.id)
    .limit(MAX_REPORT_LOADS)
    .offset((part - 1) * MAX_REPORT_LOADS);
  return rows.map(toOwnerLoad);
}

export type OwnerDeliverySum = {
  product: string;
  place: string;
  loads: number;
  volume: string;
  estimated: number;
};

/** Sum deliveries by product, destination and unit, and in total. Tons and board feet are never added together. */
export async function sumDelivered(
  read: Read,
  eyes: OwnerLoadReader,
  now: Date,
  days: OwnerReportDays | null,
  zone: string,
) {
  const unit = sql<
    number | null
  >`CASE WHEN ${tripTicket.scaled_volume} IS NULL THEN ${tripTicket.estimated_wood_unit_type_id} ELSE ${tripTicket.scaled_wood_unit_type_id} END`;
  const rows = await read
    .select({
      product_type: productType.name,
      wood_species: woodSpecies.name,
      wood_species_type: woodSpeciesType.name,
      own_name: companyProductNameQuery(job.request_user_company_id, tripTicket),
      place: jobDestination.name,
      unit,
      loads: sql<number>`count(*)`,
      volume: sql<number>`sum(coalesce(${tripTicket.scaled_volume}, ${tripTicket.estimated_volume}, 0))`,
      estimated: sql<number>`sum(${tripTicket.scaled_volume} IS NULL)`,
      last: sql<string | null>`max(${tripTicket.dropped_off_at})`,
      first: sql<string | null>`min(${tripTicket.dropped_off_at})`,
    })
    .from(tripTicket)
    .innerJoin(job, eq(job.id, tripTicket.job_id))
    .innerJoin(jobDestination, eq(jobDestination.id, tripTicket.job_destination_id))
    .innerJoin(productType, eq(productType.id, tripTicket.product_type_id))
    .leftJoin(woodSpecies, eq(woodSpecies.id, tripTicket.wood_species_id))
    .leftJoin(woodSpeciesType, eq(woodSpeciesType.id, tripTicket.wood_species_type_id))
    .where(delivered(eyes, now, days, zone))
    .groupBy(
      tripTicket.product_type_id,
      tripTicket.wood_species_id,
      tripTicket.wood_species_type_id,
      tripTicket.job_destination_id,
      unit,
    )
    .orderBy(jobDestination.name);
  const units = new Map<number, number>();
  for (const row of rows) if (row.unit !== null) units.set(row.unit, (units.get(row.unit) ?? 0) + row.volume);
  const times = rows.flatMap(({ first, last }) => [first, last]).filter((instant) => instant !== null);
  return {
    loads: rows.reduce((n, row) => n + row.loads, 0),
    estimated: rows.reduce((n, row) => n + row.estimated, 0),
    volumes: [...units].filter(([, volume]) => volume > 0).map(([of, volume]) => formatVolume(volume, of)),
    first: times.reduce<string | null>((a, b) => (a === null || b < a ? b : a), null),
    last: times.reduce<string | null>((a, b) => (a === null || b > a ? b : a), null),
    rows: rows.map(
      (row): OwnerDeliverySum => ({
        product: formatCompanyProduct(row),
        place: row.place,
        loads: row.loads,
        volume: formatVolume(row.volume, row.unit),
        estimated: row.estimated,
      }),
    ),
  };
}
export type DeliveredSums = Awaited<ReturnType<typeof sumDelivered>>;

/**
 * Return ranges of load numbers without a load that is delivered or under way, by reason, so that the owner can check
 * the list for gaps.
 */
export async function readLoadNumberSummary(read: Read, eyes: OwnerLoadReader, now: Date) {
  const rows = await read
    .select({ number: tripTicket.load_number, status: tripTicket.trip_ticket_status_id })
    .from(tripTicket)
    .where(seen(eyes, now));
  const status = new Map(rows.map((row) => [row.number, row.status]));
  const highest = rows.reduce((most, { number }) => Math.max(most, number), 0);
  const why = (number: number) => {
    const is = status.get(number);
    if (is === undefined) return "missing" as const;
    if (is === STATUS.cancelled) return "called_off" as const;
    return TOLD.some((item) => item === is) ? null : ("waiting" as const);
  };
  const groups: Record<"missing" | "called_off" | "waiting", number[]> = {
    missing: [],
    called_off: [],
    waiting: [],
  };
  for (let number = 1; number <= highest; number++) {
    const is = why(number);
    if (is) groups[is].push(number);
  }
  return {
    under_way: rows.filter((row) => UNDER_WAY.includes(row.status)).length,
    told: rows.filter((row) => TOLD.some((item) => item === row.status)).length,
    missing: formatLoadNumberRanges(groups.missing),
    called_off: formatLoadNumberRanges(groups.called_off),
    waiting: formatLoadNumberRanges(groups.waiting),
  };
}
export type LoadNumberSummary = Awaited<ReturnType<typeof readLoadNumberSummary>>;

/** Format numbers as ranges, such as "3, 7–9", with at most thirty ranges. */
export function formatLoadNumberRanges(numbers: readonly number[]): string {
  const pieces: [number, number][] = [];
  for (const number of numbers) {
    const last = pieces.at(-1);
    if (last && number === last[1] + 1) last[1] = number;
    else pieces.push([number, number]);
  }
  const words = pieces.slice(0, 30).map(([a, b]) => (a === b ? String(a) : `${a}–${b}`));
  return words.join(", ") + (pieces.length > 30 ? " and more" : "");
}

/** Read the time zone in which a job's days are counted. */
export const readJobZone = async (read: Read, jobId: number): Promise<string> => {
  const [row] = await read
    .select({ zone: usState.time_zone })
    .from(job)
    .innerJoin(usState, eq(usState.id, job.us_state_id))
    .where(eq(job.id, jobId));
  return row?.zone ?? "America/Chicago";
};
