import type { BoundedSet } from "../plans";
import { SETTLEMENT_BOUNDED_SETS } from "./named-money";
import { OVERVIEW_BOUNDED_SETS } from "./named-sight";

/** Sets that queries sort without paging, and the reason why they are small. */
export const BOUNDED_SETS: readonly BoundedSet[] = [
  ...SETTLEMENT_BOUNDED_SETS,
  ...OVERVIEW_BOUNDED_SETS,
  { query: /from "crew_member"/, why: "a company's people, or a person's companies" },
  { query: /from "(job_company|job_party|job_destination|job_product_mix)"/, why: "what stands on one job" },
  { query: /from "(landing_inventory|landing|job_product)"/, why: "what stands on one job" },
  {
    query: /from "audit_entry"(?!.*"creator_company_id" = \?)/s,
    why: "what stands on one job; a company's history comes in its order",
  },
  {
    query: /from "company_(location|destination|destination_product)"/,
    why: "places that one may send wood to, a hundred of them",
  },
  {
    query: /SELECT payer, count\(DISTINCT load\)/,
    why: "what one company is still to be paid, by payer",
  },
  { query: /count\(DISTINCT CASE WHEN cents/, why: "what one company is still to be paid, by payer" },
  {
    query: /order by "mill_statement"\."mapped_at" desc/,
    why: "the statements of one mill whose columns were mapped",
  },
  { query: /FROM settlement_statement s CROSS JOIN/, why: "what one company was paid in a year" },
  { query: /from "crew" /, why: "a company's crews" },
  { query: /from "session"/, why: "one person's sign-ins" },
  { query: /from "job" /, why: "a company's own jobs, their ids and what they are sorted by" },
  {
    query: /from company_job c cross join "(job|landing)"/i,
    why: "what a company's own jobs have on the map",
  },
  { query: /from "(comment|trip_ticket_certification)"/, why: "what stands on the tickets of a page" },
  { query: /CROSS JOIN trip_ticket t/, why: "a thousand at most: SORTABLE_UP_TO" },
  { query: /t\.trip_ticket_number IN/, why: "a number is given once by each company" },
  {
    query: /"trip_ticket"\."(job_destination_id|job_id|trip_ticket_number)" IN/,
    why: "the loads of what was named",
  },
  { query: /INDEXED BY trip_ticket_not_scaled/, why: "what is not scaled yet: FEW" },
  { query: /from "product_name"/, why: "what a company calls its products, 500 at most" },
  { query: /from "(invite|crew_member_request)"/, why: "who has yet to answer or be answered, a few" },
  { query: /from "saved_filter"/, why: "a person's filters, and those of the company" },
  { query: /from "(ticket_selection|bulk_run_ticket)"/, why: "what a person has picked: MOST_PICKED" },
  {
    query: /json_group_array\(json_object\('id'|julianday|order by \+"trip_ticket"\."dropped_off_at"/,
    why: "the loads of one job",
  },
  { query: /lag\(n, 1, 0\) OVER/, why: "the numbers of one job" },
  {
    query:
      /FROM ticket_company tc (INDEXED BY ticket_company_open )?WHERE tc\.company_id = \? AND tc\.(last_modified_at|status)/i,
    why: "what is on the road to one mill, or came to it today",
  },
  {
    query: /from company_delivery d.* group by/is,
    why: "a company's loads of a month at most: production reads no more in one go",
  },
  { query: /UNION SELECT o\.company_id FROM job_party o/, why: "a company's partners on its jobs" },
  { query: /t\.job_id IN/, why: "the loads of the jobs that were named" },
  {
    query: /INSERT INTO notification_inbox/,
    why: "the people of a company or a job, and who wrote on one load",
  },
];
