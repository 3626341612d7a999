import { sql } from "drizzle-orm";
import { alias, type SQLiteColumn } from "drizzle-orm/sqlite-core";
import { company, user, usState } from "#db/schema";

/** Aliases of the tables that a ticket row joins more than once. */
export const cutter = alias(company, "cutter");

export const skidder = alias(company, "skidder");
export const hauler = alias(company, "hauler");

export const cutterFor = alias(company, "cutter_for");
export const skidderFor = alias(company, "skidder_for");

export const haulerFor = alias(company, "hauler_for");
export const mill = alias(company, "mill");

export const requester = alias(company, "requester");
export const placeState = alias(usState, "place_state");

export const cutterUser = alias(user, "cutter_user");
export const skidderUser = alias(user, "skidder_user");

export const haulerUser = alias(user, "hauler_user");
export const scalerUser = alias(user, "scaler_user");

export const receiverUser = alias(user, "receiver_user");

export const personName = (u: { first_name: SQLiteColumn; last_name: SQLiteColumn }) =>
  sql<string | null>`${u.first_name} || ' ' || ${u.last_name}`;

/**
 * Columns with the display name of a company on a load ("Bobs Trucking for Manistee" for a subcontractor), its name
 * alone (`own`), and the contractor's name (`behalf`).
 */
export const handNames = (own: { name: SQLiteColumn }, behalf: { name: SQLiteColumn }) => ({
  name: sql<string | null>`${own.name} || ifnull(' for ' || ${behalf.name}, '')`,
  own: sql<string | null>`${own.name}`,
  behalf: sql<string | null>`${behalf.name}`,
});
