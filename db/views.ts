import { integer, sqliteView, text } from "drizzle-orm/sqlite-core";

/** Views from db/derived.sql that drizzle queries can select from. No migration creates these views. */

const yes = <Name extends string>(name: Name) => integer(name, { mode: "boolean" }).notNull();
const seat = () => ({
  /** The row's id in `job_company`. */
  id: integer("id").notNull(),
  job_id: integer("job_id").notNull(),
  company_id: integer("company_id").notNull(),
  is_land_owner: yes("is_land_owner"),
  is_land_owner_authorizee: yes("is_land_owner_authorizee"),
  is_land_manager: yes("is_land_manager"),
  is_cutter: yes("is_cutter"),
  is_skidder: yes("is_skidder"),
  is_hauler: yes("is_hauler"),
  accepted_at: text("accepted_at"),
});

/** The companies on a job, invited or accepted: not those that declined or were removed. */
export const jobMembership = sqliteView("job_membership", seat()).existing();

/** The companies that accepted a job and are still on it: only these may be named on paper and in exports and lists. */
export const jobParty = sqliteView("job_party", seat()).existing();
