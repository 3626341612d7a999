import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { tripTicket } from "#db/schema";
import type { Reading } from "~/web/procedure";
import { ticketsVisibleTo } from "./access.server";

/** So many of what a condition finds are looked at, visible or not: a search is a glance, never a walk. */
const LOOK_AT = 2000;

/** The visible tickets that a condition finds, the newest first. The condition is what an index answers. */
const idsWhere = async (ctx: Reading, found: SQL, most: number): Promise<number[]> => {
  const looked = ctx.read.select({ id: tripTicket.id }).from(tripTicket).where(found).limit(LOOK_AT);
  const rows = await ctx.read
    .select({ id: tripTicket.id })
    .from(tripTicket)
    .where(and(sql`${tripTicket.id} IN ${looked}`, ticketsVisibleTo(ctx.actor)))
    .orderBy(desc(tripTicket.id))
    .limit(most);
  return rows.map((row) => row.id);
};

/** By the ticket's number; several requesters may have given the same one. */
export const idsByNumber = (ctx: Reading, number: number, most: number) =>
  idsWhere(ctx, eq(tripTicket.trip_ticket_number, number), most);

/** By the load's number on its job, on every job that the company sees. */
export const idsByLoadNumber = (ctx: Reading, number: number, most: number) =>
  idsWhere(
    ctx,
    sql`${tripTicket.job_id} IN (SELECT r.job_id FROM job_reader r WHERE r.company_id = ${ctx.actor.company.id}) AND ${tripTicket.load_number} = ${number}`,
    most,
  );

/** The text just after every text that begins with this one. */
const afterAll = (prefix: string) => `${prefix}\u{10ffff}`;

/** By the number of the scale ticket, or its beginning; capital letters and small ones are the same. */
export const idsByScaleTicket = (ctx: Reading, typed: string, most: number, whole = true) => {
  const column = sql`${tripTicket.scale_ticket_number} COLLATE NOCASE`;
  return idsWhere(
    ctx,
    whole ? sql`${column} = ${typed}` : sql`${column} >= ${typed} AND ${column} < ${afterAll(typed)}`,
    most,
  );
};

/** A plate as it is compared: "4t-1182" and "4T 1182" are one truck. */
export const plateKey = (typed: string): string => typed.toUpperCase().replace(/[ -]/g, "");

/** The same of a ticket's truck, as `trip_ticket_truck` is sorted (db/derived.sql). */
export const PLATE = sql`replace(replace(upper(${tripTicket.truck_plate}), ' ', ''), '-', '')`;

/** By the truck's plate, or its beginning. */
export const idsByPlate = (ctx: Reading, typed: string, most: number, whole = true) => {
  const key = plateKey(typed);
  return idsWhere(
    ctx,
    sql`${tripTicket.truck_plate} IS NOT NULL AND ${whole ? sql`${PLATE} = ${key}` : sql`${PLATE} >= ${key} AND ${PLATE} < ${afterAll(key)}`}`,
    most,
  );
};
