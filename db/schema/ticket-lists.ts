import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { flag, id, instant, version } from "./columns";
import { company } from "./companies";
import { job } from "./jobs";
import { user } from "./people";
import { usState } from "./reference";
import { tripTicket } from "./trip-tickets";

const ofUser = () =>
  integer("user_id")
    .notNull()
    .references(() => user.id);
const ofCompany = () =>
  integer("company_id")
    .notNull()
    .references(() => company.id);

/** A user's display preferences: columns and their order, units of inventory. `key` is the same as in the browser. */
export const userPreference = sqliteTable(
  "user_preference",
  {
    user_id: ofUser(),
    key: text("key").notNull(),
    value: text("value", { mode: "json" }).notNull(),
    last_modified_at: instant("last_modified_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.key] })],
);

/** A named filter of the ticket list: `query` is the list's own query string. */
export const savedFilter = sqliteTable(
  "saved_filter",
  {
    id: id(),
    user_id: ofUser(),
    company_id: ofCompany(),
    name: text("name").notNull(),
    query: text("query").notNull(),
    is_shared: flag("is_shared"),
    created_at: instant("created_at").notNull(),
    version: version(),
  },
  (t) => [
    index("saved_filter_company").on(t.company_id),
    uniqueIndex("saved_filter_name").on(t.user_id, t.company_id, t.name),
  ],
);

/** The tickets that a user has selected at a company, over several pages and devices. */
export const ticketSelection = sqliteTable(
  "ticket_selection",
  {
    user_id: ofUser(),
    company_id: ofCompany(),
    trip_ticket_id: integer("trip_ticket_id")
      .notNull()
      .references(() => tripTicket.id),
  },
  (t) => [
    primaryKey({ columns: [t.user_id, t.company_id, t.trip_ticket_id] }),
    index("ticket_selection_ticket").on(t.trip_ticket_id),
  ],
);

/** One bulk action on many tickets, processed one ticket at a time. */
export const bulkRun = sqliteTable(
  "bulk_run",
  {
    id: id(),
    user_id: integer("user_id").references(() => user.id),
    company_id: ofCompany(),
    action: text("action").notNull(),
    input: text("input", { mode: "json" }).notNull(),
    total: integer("total").notNull(),
    created_at: instant("created_at").notNull(),
    finished_at: instant("finished_at"),
  },
  (t) => [index("bulk_run_company").on(t.company_id, t.created_at)],
);

/** Result for each ticket of a bulk action: null while waiting, then done, unchanged, or refused with the reason. */
export const bulkRunTicket = sqliteTable(
  "bulk_run_ticket",
  {
    bulk_run_id: integer("bulk_run_id")
      .notNull()
      .references(() => bulkRun.id),
    trip_ticket_id: integer("trip_ticket_id")
      .notNull()
      .references(() => tripTicket.id),
    /** The version that the person saw when choosing. */
    version: integer("version").notNull(),
    outcome: text("outcome"),
    reason: text("reason"),
  },
  (t) => [
    primaryKey({ columns: [t.bulk_run_id, t.trip_ticket_id] }),
    index("bulk_run_ticket_ticket").on(t.trip_ticket_id),
  ],
);

/** A printed book of numbered sheets, which become tickets when used. */
export const sheetBook = sqliteTable(
  "sheet_book",
  {
    id: id(),
    job_id: integer("job_id")
      .notNull()
      .references(() => job.id),
    company_id: ofCompany(),
    creator_user_id: integer("creator_user_id").references(() => user.id),
    sheets: integer("sheets").notNull(),
    created_at: instant("created_at").notNull(),
  },
  (t) => [index("sheet_book_job").on(t.job_id), index("sheet_book_company").on(t.company_id)],
);

/** One numbered sheet: unused, used by the ticket that has its number, or voided with a reason. */
export const blankSheet = sqliteTable(
  "blank_sheet",
  {
    id: id(),
    sheet_book_id: integer("sheet_book_id")
      .notNull()
      .references(() => sheetBook.id),
    job_id: integer("job_id")
      .notNull()
      .references(() => job.id),
    numbering_company_id: integer("numbering_company_id")
      .notNull()
      .references(() => company.id),
    trip_ticket_number: integer("trip_ticket_number").notNull(),
    load_number: integer("load_number").notNull(),
    trip_ticket_id: integer("trip_ticket_id").references(() => tripTicket.id),
    voided_at: instant("voided_at"),
    voided_reason: text("voided_reason"),
    voided_by_user_id: integer("voided_by_user_id").references(() => user.id),
  },
  (t) => [
    uniqueIndex("blank_sheet_number").on(t.numbering_company_id, t.trip_ticket_number),
    uniqueIndex("blank_sheet_load").on(t.job_id, t.load_number),
    index("blank_sheet_book").on(t.sheet_book_id),
    uniqueIndex("blank_sheet_ticket").on(t.trip_ticket_id),
  ],
);

/** A state's requirement for a load ticket, shown for information; not legal advice; editable. */
export const stateTicketRule = sqliteTable(
  "state_ticket_rule",
  {
    id: id(),
    us_state_id: integer("us_state_id")
      .notNull()
      .references(() => usState.id),
    /** The ticket field that meets the requirement. */
    key: text("key").notNull(),
    label: text("label").notNull(),
    source: text("source").notNull(),
  },
  (t) => [uniqueIndex("state_ticket_rule_once").on(t.us_state_id, t.key)],
);
