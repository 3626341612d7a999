import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { prepareQuery } from "#db/prepared.server";
import { tripTicket } from "#db/schema";
import type { ReadCtx } from "~/web/procedure";
import { ticketsVisibleToCompanyQuery } from "./access.server";

/** Maximum number of matches to scan, including hidden ones, so that a search stays cheap. */
export const MAX_SCANNED_MATCHES = 2000;

const placeholder = sql.placeholder;

/**
 * Return a search for the visible tickets that match a condition, newest first. The condition must be covered by an
 * index. The query is prepared once; it also takes the acting company (`me`) and the limit (`most`).
 */
const idsWhere = (condition: SQL | undefined) => {
  const query = prepareQuery((read) =>
    read
      .select({ id: tripTicket.id })
      .from(tripTicket)
      .where(
        and(
          sql`${tripTicket.id} IN ${read.select({ id: tripTicket.id }).from(tripTicket).where(condition).limit(MAX_SCANNED_MATCHES)}`,
          ticketsVisibleToCompanyQuery(placeholder("me")),
        ),
      )
      .orderBy(desc(tripTicket.id))
      .limit(placeholder("most")),
  );
  return async ({ read, actor }: ReadCtx, most: number, values: Record<string, unknown>): Promise<number[]> =>
    (await query(read, { ...values, me: actor.company.id, most })).map((row) => row.id);
};

const withNumber = idsWhere(eq(tripTicket.trip_ticket_number, placeholder("number")));
const withLoadNumber = idsWhere(
  sql`${tripTicket.job_id} IN (SELECT r.job_id FROM job_reader r WHERE r.company_id = ${placeholder("me")}) AND ${tripTicket.load_number} = ${placeholder("number")}`,
);

/** Search by ticket number; several requesters may use the same number. */
export const findIdsByNumber = (ctx: ReadCtx, number: number, most: number) =>
  withNumber(ctx, most, { number });

/** Search by the load's number on its job, among all jobs that the company sees. */
export const findIdsByLoadNumber = (ctx: ReadCtx, number: number, most: number) =>
  withLoadNumber(ctx, most, { number });

/** Return a string that sorts after all strings with this prefix. */
const afterAll = (prefix: string) => `${prefix}\u{10ffff}`;

/** Return two searches: for texts equal to the typed text, and for texts that begin with it. */
const byText = (text: SQL, where?: SQL) => ({
  whole: idsWhere(and(where, sql`${text} = ${placeholder("typed")}`)),
  begun: idsWhere(and(where, sql`${text} >= ${placeholder("typed")} AND ${text} < ${placeholder("beyond")}`)),
});
const bySlip = byText(sql`${tripTicket.scale_ticket_number} COLLATE NOCASE`);

/** Search by the scale ticket number or its beginning, ignoring case. */
export const findIdsByScaleTicket = (ctx: ReadCtx, typed: string, most: number, whole = true) =>
  bySlip[whole ? "whole" : "begun"](ctx, most, { typed, beyond: afterAll(typed) });

/** Normalize a plate for comparison, so that "4t-1182" and "4T 1182" are equal. */
export const normalizePlate = (typed: string): string => typed.toUpperCase().replace(/[ -]/g, "");

/** Normalized plate of a ticket's truck in SQL, as in the index `trip_ticket_truck` (db/derived.sql). */
export const NORMALIZED_PLATE_SQL = sql`replace(replace(upper(${tripTicket.truck_plate}), ' ', ''), '-', '')`;

const byTruck = byText(NORMALIZED_PLATE_SQL, sql`${tripTicket.truck_plate} IS NOT NULL`);

/** Search by the truck's plate or its beginning. */
export const findIdsByPlate = (ctx: ReadCtx, plate: string, most: number, whole = true) => {
  const typed = normalizePlate(plate);
  return byTruck[whole ? "whole" : "begun"](ctx, most, { typed, beyond: afterAll(typed) });
};
