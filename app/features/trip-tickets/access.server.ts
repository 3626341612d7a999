import { type SQL, sql } from "drizzle-orm";
import { tripTicket } from "#db/schema";
import type { CompanyActor } from "~/web/actor";

/**
 * The tickets that the acting company may see, as a condition on `trip_ticket` (decisions, section 2).
 * The rule itself is the view trip_ticket_reader; ticket_company is kept equal to it.
 */
export const ticketsVisibleTo = (actor: CompanyActor): SQL =>
  sql`EXISTS (SELECT 1 FROM ticket_company tc WHERE tc.company_id = ${actor.company.id} AND tc.last_modified_at = ${tripTicket.last_modified_at} AND tc.ticket_id = ${tripTicket.id})`;
