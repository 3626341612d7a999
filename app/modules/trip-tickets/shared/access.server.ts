import { type Placeholder, type SQL, sql } from "drizzle-orm";
import { tripTicket } from "#db/schema";
import type { CompanyActor } from "~/web/actor";

/**
 * Condition on `trip_ticket` for the tickets that the acting company may see. The rule itself is the view
 * trip_ticket_reader; ticket_company is maintained to equal it (docs/domain.md#who-sees-a-ticket).
 */
export const visibleTicketsQuery = (actor: CompanyActor): SQL =>
  ticketsVisibleToCompanyQuery(actor.company.id);

/**
 * Condition on `trip_ticket` for the tickets that a company may see, by company ID, which may be a placeholder of a
 * prepared query.
 */
export const ticketsVisibleToCompanyQuery = (id: number | Placeholder): SQL =>
  sql`EXISTS (SELECT 1 FROM ticket_company tc WHERE tc.company_id = ${id} AND tc.last_modified_at = ${tripTicket.last_modified_at} AND tc.ticket_id = ${tripTicket.id})`;

/**
 * Condition for the tickets that a company may see, plus the company's own sample loads. Use it only in a query for a
 * single ticket: no list, sum, export, check or settlement includes sample loads.
 */
export const ticketOrSampleVisibleQuery = (id: number | Placeholder): SQL =>
  sql`(${ticketsVisibleToCompanyQuery(id)} OR (${tripTicket.is_sample} = 1 AND ${tripTicket.is_deleted} = 0 AND ${tripTicket.numbering_company_id} = ${id}))`;
