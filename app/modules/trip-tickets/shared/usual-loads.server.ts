import { sql } from "drizzle-orm";

const loadOf = (company: string) =>
  sql<number | null>`(SELECT c.default_load_amount FROM company c WHERE c.id = ${sql.raw(company)})`;

/** Usual loads, in tons, of the companies that a new ticket's estimate comes from; null if a company has none. */
export const USUAL_LOADS = {
  hauler_load: loadOf("COALESCE(trip_ticket.hauler_on_behalf_of_company_id, trip_ticket.hauler_company_id)"),
  requester_load: loadOf("(SELECT j.request_user_company_id FROM job j WHERE j.id = trip_ticket.job_id)"),
};
