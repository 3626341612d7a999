import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, instant, thousandths } from "./columns";
import { company } from "./companies";
import { user } from "./people";
import { tripTicket } from "./trip-tickets";

const ofCompany = () =>
  integer("company_id")
    .notNull()
    .references(() => company.id);

/** A ticket's field values before and after a statement line was accepted. */
export type AcceptedChange = { before: FieldValues; after: FieldValues };
type FieldValues = Record<string, string | number | null>;

/**
 * Tolerance between two scales that a company allows: pounds or hundredths of a percent, whichever is larger. Without a
 * row the default applies.
 */
export const reconcileTolerance = sqliteTable("reconcile_tolerance", {
  company_id: ofCompany().primaryKey(),
  pounds: integer("pounds").notNull(),
  hundredths: integer("hundredths").notNull(),
  last_modified_at: instant("last_modified_at").notNull(),
});

/** Meaning of each column in a mill's statements, as the company last set it. */
export const statementMapping = sqliteTable(
  "statement_mapping",
  {
    company_id: ofCompany(),
    mill_company_id: integer("mill_company_id")
      .notNull()
      .references(() => company.id),
    columns: text("columns", { mode: "json" }).notNull().$type<Record<string, string>>(),
    last_modified_at: instant("last_modified_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.company_id, t.mill_company_id] })],
);

/** A mill's statement of the loads that it received, as pasted or uploaded. */
export const millStatement = sqliteTable(
  "mill_statement",
  {
    id: id(),
    company_id: ofCompany(),
    mill_company_id: integer("mill_company_id")
      .notNull()
      .references(() => company.id),
    creator_user_id: integer("creator_user_id").references(() => user.id),
    file_name: text("file_name"),
    /** Size of its lines, counted toward the company's quota. */
    bytes: integer("bytes").notNull().default(0),
    /** The header row, unchanged. */
    headings: text("headings", { mode: "json" }).notNull().$type<string[]>(),
    columns: text("columns", { mode: "json" }).$type<Record<string, string>>(),
    created_at: instant("created_at").notNull(),
    mapped_at: instant("mapped_at"),
    /** The mill's statement from which these lines were published; null if the company imported the lines itself. */
    published_from_id: integer("published_from_id"),
  },
  (t) => [
    index("mill_statement_company").on(t.company_id, t.created_at),
    uniqueIndex("mill_statement_published_once").on(t.published_from_id, t.company_id),
  ],
);

/** One line of a mill's statement, as received and as parsed; weights in pounds. */
export const millStatementLine = sqliteTable(
  "mill_statement_line",
  {
    mill_statement_id: integer("mill_statement_id")
      .notNull()
      .references(() => millStatement.id),
    line: integer("line").notNull(),
    cells: text("cells", { mode: "json" }).notNull().$type<string[]>(),
    trip_ticket_number: integer("trip_ticket_number"),
    scale_ticket_number: text("scale_ticket_number"),
    scaled_on: text("scaled_on"),
    truck_number: text("truck_number"),
    gross_pounds: integer("gross_pounds"),
    tare_pounds: integer("tare_pounds"),
    net_pounds: integer("net_pounds"),
    scaled_volume: thousandths("scaled_volume"),
    scaled_wood_unit_type_id: integer("scaled_wood_unit_type_id"),
    product: text("product"),
    deduction_pounds: integer("deduction_pounds"),
    /** The mill's price per unit, as received. */
    price: text("price"),
    problem: text("problem"),
    trip_ticket_id: integer("trip_ticket_id").references(() => tripTicket.id),
    /** Data by which the line was matched: ticket number; scale ticket; or date, truck and net weight. */
    matched_by: text("matched_by"),
    accepted_at: instant("accepted_at"),
    /** Changes that accepting the line made to the ticket, stored so that they can be undone. */
    applied_values: text("applied_values", { mode: "json" }).$type<AcceptedChange>(),
    refused_reason: text("refused_reason"),
  },
  (t) => [
    primaryKey({ columns: [t.mill_statement_id, t.line] }),
    index("mill_statement_line_ticket").on(t.trip_ticket_id),
    index("mill_statement_line_unmatched").on(t.mill_statement_id).where(sql`trip_ticket_id IS NULL`),
  ],
);
