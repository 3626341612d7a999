/**
 * What becomes of every column that names a company when two companies are joined. A test walks the schema: a table with
 * a new column of the kind makes it fail until it is listed here.
 *
 * - moves: names the company that stays.
 * - once: the same, where that one has no such row of its own yet; else its own is kept and this one is left out.
 * - stays: what was recorded at the time stays naming the company that it was then.
 * - refuses: rows of it can't be given to another company, so two companies with such rows aren't joined.
 * - apart: has a step of its own in steps.server.ts.
 */
export type Becomes = "moves" | "once" | "stays" | "refuses" | "apart";

export const COMPANY_COLUMNS: Readonly<Record<string, Becomes>> = {
  "account_event.company_id": "stays",
  "admin_act.subject_company_id": "stays",
  "api_key.company_id": "moves",
  "audit_entry.creator_company_id": "stays",
  "billing_checkout.company_id": "refuses",
  "billing_invoice.company_id": "refuses",
  "blank_sheet.numbering_company_id": "refuses",
  "bulk_run.company_id": "moves",
  "certification.company_id": "moves",
  "certification_group.company_id": "moves",
  "certification_request.company_id": "once",
  "comment.creator_company_id": "moves",
  "company.creator_company_id": "moves",
  "company.joined_into_company_id": "moves",
  "company.on_behalf_of_company_id": "moves",
  "company_certification.company_id": "once",
  "company_destination.company_id": "moves",
  "company_destination.destination_company_id": "moves",
  "company_stripe_account.company_id": "refuses",
  "company_subscription.company_id": "refuses",
  "company_event.company_id": "once",
  "company_feature_access.company_id": "once",
  "company_location.company_id": "refuses",
  "company_location_type.company_id": "moves",
  "company_marker.company_id": "once",
  "crew.company_id": "apart",
  "crew_member_request.company_id": "once",
  "export_run.company_id": "moves",
  "export_template.company_id": "once",
  "fuel_price.company_id": "refuses",
  "fuel_rule.company_id": "refuses",
  "invite.company_id": "apart",
  "invoice.company_id": "refuses",
  "invoice.creator_company_id": "refuses",
  "invoice.customer_company_id": "refuses",
  "invoice_payment.creator_company_id": "refuses",
  "invoice_sending.creator_company_id": "refuses",
  "job.request_user_company_id": "refuses",
  "job_acceptance_draft.company_id": "once",
  "job_company.company_id": "apart",
  "job_draft.company_id": "once",
  "job_file.creator_company_id": "moves",
  "job_haul_rate.paying_company_id": "moves",
  "job_haul_rate.receiving_company_id": "moves",
  "job_product_rate.paying_company_id": "moves",
  "job_product_rate.receiving_company_id": "moves",
  "landing.creator_company_id": "moves",
  "landing_inventory.creator_company_id": "moves",
  "landing_inventory.cutter_company_id": "moves",
  "landing_inventory.skidder_company_id": "moves",
  "lead.company_id": "stays",
  "load_import.company_id": "moves",
  "load_import_columns.company_id": "once",
  "load_import_word.company_id": "once",
  "metric_month.company_id": "apart",
  "mill_statement.company_id": "moves",
  "mill_statement.mill_company_id": "moves",
  "notification.company_id": "moves",
  "notification.creator_company_id": "moves",
  "notification_inbox.company_id": "moves",
  "onboarding.company_id": "moves",
  "password_reset.company_id": "moves",
  "period_close.company_id": "refuses",
  "period_close.creator_company_id": "refuses",
  "photo.creator_company_id": "moves",
  "owner_clock.creator_company_id": "moves",
  "owner_link.company_id": "moves",
  "owner_link.creator_company_id": "moves",
  "owner_report.creator_company_id": "moves",
  "product_name.company_id": "once",
  "production_goal.company_id": "moves",
  "production_goal.hauler_company_id": "moves",
  "rate_share.company_id": "moves",
  "reconcile_tolerance.company_id": "once",
  "road.creator_company_id": "moves",
  "saved_filter.company_id": "once",
  "session.active_company_id": "moves",
  "settlement_adjustment.creator_company_id": "refuses",
  "settlement_adjustment.paying_company_id": "refuses",
  "settlement_adjustment.receiving_company_id": "refuses",
  "settlement_event.creator_company_id": "refuses",
  "settlement_payment.creator_company_id": "refuses",
  "settlement_remark.company_id": "refuses",
  "settlement_remark.creator_company_id": "refuses",
  "settlement_rule.creator_company_id": "moves",
  "settlement_rule.paying_company_id": "moves",
  "settlement_rule.receiving_company_id": "moves",
  "settlement_run.creator_company_id": "refuses",
  "settlement_run.made_by_company_id": "refuses",
  "settlement_run.paying_company_id": "refuses",
  "settlement_run_receiver.receiving_company_id": "refuses",
  "settlement_setting.company_id": "once",
  "settlement_statement.creator_company_id": "refuses",
  "settlement_statement.made_by_company_id": "refuses",
  "settlement_statement.paying_company_id": "refuses",
  "settlement_statement.receiving_company_id": "refuses",
  "sheet_book.company_id": "refuses",
  "statement_mapping.company_id": "once",
  "statement_mapping.mill_company_id": "once",
  "stored_file.company_id": "moves",
  "submission.company_id": "stays",
  "support_thread.company_id": "stays",
  "ticket_selection.company_id": "once",
  "trip_ticket.creator_company_id": "apart",
  "trip_ticket.cutter_company_id": "apart",
  "trip_ticket.cutter_on_behalf_of_company_id": "apart",
  "trip_ticket.hauler_company_id": "apart",
  "trip_ticket.hauler_on_behalf_of_company_id": "apart",
  "trip_ticket.numbering_company_id": "refuses",
  "trip_ticket.skidder_company_id": "apart",
  "trip_ticket.skidder_on_behalf_of_company_id": "apart",
  "trip_ticket_settlement.mill_company_id": "moves",
  "trip_ticket_settlement.paying_company_id": "apart",
  "trip_ticket_settlement.receiving_company_id": "apart",
  "user.creator_company_id": "moves",
  "user.default_company_id": "moves",
};

/** Tables that triggers fill from others; they follow by themselves. */
export const FOLLOW_BY_THEMSELVES = [
  "company_delivery",
  "company_job",
  "company_job_count",
  "company_status_count",
  "ticket_company",
];

/** Columns with what becomes of them, apart from each other: `["job_file", "creator_company_id"]`. */
export const columnsThat = (...these: Becomes[]): [table: string, column: string][] =>
  Object.entries(COMPANY_COLUMNS)
    .filter(([, becomes]) => these.includes(becomes))
    .map(([name]) => {
      const [table = "", column = ""] = name.split(".");
      return [table, column];
    });

/** What the rows of a table are called where people are told of them. */
export const TABLE_WORDS: Readonly<Record<string, string>> = {
  trip_ticket: "Loads",
  trip_ticket_settlement: "Claims",
  job_company: "Places on jobs",
  job_haul_rate: "Haul rates",
  job_product_rate: "Product rates",
  crew: "Crews",
  company_destination: "Destinations",
  certification: "Certificates",
  stored_file: "Files",
  comment: "Comments",
  photo: "Photos",
  landing_inventory: "Landing inventory",
  mill_statement: "Mill statements",
  company: "Contacts",
  user: "People",
};

/** Why rows of a table keep two companies from being joined. */
export const WHY: Readonly<Record<string, string>> = {
  job: "has requested jobs. Their loads carry its numbers, which can't be another company's.",
  trip_ticket: "has numbered loads. Their numbers can't be another company's.",
  blank_sheet: "has printed blank sheets with its numbers.",
  sheet_book: "has printed blank sheets with its numbers.",
  company_location: "has places on the map. They stay with the company that put them there.",
  invoice: "has invoices, or is on some. Their names and numbers stay.",
  invoice_payment: "has invoices, or is on some. Their names and numbers stay.",
  invoice_sending: "has invoices, or is on some. Their names and numbers stay.",
  company_stripe_account: "has a payment account, into which its customers pay.",
  fuel_price: "has fuel prices that loads were paid by.",
  fuel_rule: "has fuel surcharges that loads are paid by.",
  period_close: "has closed its books.",
};
export const SETTLED = "has been settled with: statements, payments and remarks stay between the same two.";
