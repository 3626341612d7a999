import { type Placeholder, type SQL, sql } from "drizzle-orm";
import { tripTicket } from "#db/schema";
import type { CompanyActor } from "~/web/actor";

/**
 * Tickets that the acting company may see, as a condition on `trip_ticket` (docs/domain.md#who-sees-a-ticket). The rule
 * itself is the view trip_ticket_reader; ticket_company is maintained to equal it.
 */
export const visibleTicketsQuery = (actor: CompanyActor): SQL =>
  ticketsVisibleToCompanyQuery(actor.company.id);

/** The same for a prepared query, which gets the acting company's ID when it is run. */
export const ticketsVisibleToCompanyQuery = (id: number | Placeholder): SQL =>
  sql`EXISTS (SELECT 1 FROM ticket_company tc WHERE tc.company_id = ${id} AND tc.last_modified_at = ${tripTicket.last_modified_at} AND tc.ticket_id = ${tripTicket.id})`;

/**
 * The same plus the loads of the company's own sample, for a query that names one ticket: their only access; no list,
 * sum, export, check or settlement has them.
 */
export const isTicketVisibleToCompany = (id: number | Placeholder): SQL =>
  sql`(${ticketsVisibleToCompanyQuery(id)} OR (${tripTicket.is_sample} = 1 AND ${tripTicket.is_deleted} = 0 AND ${tripTicket.numbering_company_id} = ${id}))`;
