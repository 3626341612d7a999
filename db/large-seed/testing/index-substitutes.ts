/**
 * Indexes whose absence does not show in the checked plans, because another index with the same first columns can
 * replace them.
 */
export const INDEXES_WITH_SUBSTITUTE = [
  "audit_entry_by_person",
  "certification_company",
  "company_creator",
  "company_destination_company",
  // Without this index, all of a company's jobs are read for each word that a search matches.
  "company_job_of",
  "crew_primary",
  // Without these indexes, all companies on a job, or all that a company ever had, are read to find a few.
  "job_company_changed",
  "job_company_contract",
  "job_company_declined",
  "job_company_waits",
  // "job_product_rate_once" also starts with the job.
  "job_product_rate_job",
  // Without this index, all lines of a statement are read to find the few without a load.
  "mill_statement_line_unmatched",
  // Another index on a person's and company's notifications can also find the unread ones.
  "notification_inbox_unread",
  // This index prevents sending a statement twice; another index can also find a mill's statements.
  "mill_statement_published_once",
  "settlement_adjustment_used",
  "settlement_line_claim",
  "settlement_statement_number",
  "settlement_statement_pair",
  "settlement_statement_payer",
  "settlement_statement_received",
  "settlement_statement_receiver",
  "submission_spent",
  "trip_ticket_open",
  "trip_ticket_last_load",
  "trip_ticket_load_once",
  // `plans.server.test.ts` checks these indexes by name. Open rows are a subset of an index with the same first columns, and
  // queries by job can use any index that starts with the job.
  "trip_ticket_settlement_job",
  "trip_ticket_settlement_job_problem",
  "trip_ticket_settlement_on_job",
  "trip_ticket_settlement_open",
  "trip_ticket_settlement_problem",
  "trip_ticket_settlement_waits",
  // Used only by the previous build; this build uses an index that starts with the same columns.
  "trip_ticket_unscaled",
];
