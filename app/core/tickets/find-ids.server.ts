import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { prepared } from "#db/prepared.server";
import { tripTicket } from "#db/schema";
import type { Reading } from "~/web/procedure";
import { ticketsVisibleToCompany } from "./access.server";

/** So many of what a condition finds are looked at, visible or not: a search is a glance, never a walk. */
export const GLANCE = 2000;

const at = sql.placeholder;

/**
 * The visible tickets that a condition finds, the newest first. The condition is what an index answers; the query is put
 * together once, and given who asks (`me`) and how many are wanted (`most`) beside what the condition names.
 */
const idsWhere = (found: SQL | undefined) => {
  const query = prepared((read) =>
    read
      .select({ id: tripTicket.id })
      .from(tripTicket)
      .where(
        and(
          sql`${tripTicket.id} IN ${read.select({ id: tripTicket.id }).from(tripTicket).where(found).limit(GLANCE)}`,
          ticketsVisibleToCompany(at("me")),
        ),
      )
      .orderBy(desc(tripTicket.id))
      .limit(at("most")),
  );
  return async ({ read, actor }: Reading, most: number, values: Record<string, unknown>): Promise<number[]> =>
    (await query(read, { ...values, me: actor.company.id, most })).map((row) => row.id);
};

const withNumber = idsWhere(eq(tripTicket.trip_ticket_number, at("number")));
const withLoadNumber = idsWhere(
  sql`${tripTicket.job_id} IN (SELECT r.job_id FROM job_reader r WHERE r.company_id = ${at("me")}) AND ${tripTicket.load_number} = ${at("number")}`,
);

/** By the ticket's number; several requesters may have given the same one. */
export const idsByNumber = (ctx: Reading, number: number, most: number) => withNumber(ctx, most, { number });

/** By the load's number on its job, on every job that the company sees. */
export const idsByLoadNumber = (ctx: Reading, number: number, most: number) =>
  withLoadNumber(ctx, most, { number });

/** The text just after every text that begins with this one. */
const afterAll = (prefix: string) => `${prefix}\u{10ffff}`;

/** Texts that are what was typed, or that begin with it. */
const byText = (text: SQL, where?: SQL) => ({
  whole: idsWhere(and(where, sql`${text} = ${at("typed")}`)),
  begun: idsWhere(and(where, sql`${text} >= ${at("typed")} AND ${text} < ${at("beyond")}`)),
});
const bySlip = byText(sql`${tripTicket.scale_ticket_number} COLLATE NOCASE`);

/** By the number of the scale ticket, or its beginning; capital letters and small ones are the same. */
export const idsByScaleTicket = (ctx: Reading, typed: string, most: number, whole = true) =>
  bySlip[whole ? "whole" : "begun"](ctx, most, { typed, beyond: afterAll(typed) });

/** A plate as it is compared: "4t-1182" and "4T 1182" are one truck. */
export const plateKey = (typed: string): string => typed.toUpperCase().replace(/[ -]/g, "");

/** The same of a ticket's truck, as `trip_ticket_truck` is sorted (db/derived.sql). */
export const PLATE = sql`replace(replace(upper(${tripTicket.truck_plate}), ' ', ''), '-', '')`;

const byTruck = byText(PLATE, sql`${tripTicket.truck_plate} IS NOT NULL`);

/** By the truck's plate, or its beginning. */
export const idsByPlate = (ctx: Reading, plate: string, most: number, whole = true) => {
  const typed = plateKey(plate);
  return byTruck[whole ? "whole" : "begun"](ctx, most, { typed, beyond: afterAll(typed) });
};
