import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { flag, id, instant, isOneOfCheck, version } from "./columns";
import { company } from "./companies";
import { job } from "./jobs";
import { user } from "./people";
import { tripTicket } from "./trip-tickets";

const ofCompany = () =>
  integer("company_id")
    .notNull()
    .references(() => company.id);

/**
 * A company's imported spreadsheet of delivered loads: its content, the meaning of its columns, and the background
 * action in progress.
 */
export const loadImport = sqliteTable(
  "load_import",
  {
    id: id(),
    company_id: ofCompany(),
    creator_user_id: integer("creator_user_id").references(() => user.id),
    /** The job of all loads in the file; null if each row names its job. */
    job_id: integer("job_id").references(() => job.id),
    file_name: text("file_name"),
    /** Size of the import's rows in bytes, counted toward the company's quota. */
    bytes: integer("bytes").notNull().default(0),
    headings: text("headings", { mode: "json" }).notNull().$type<string[]>(),
    /** Column headings by meaning, and the unit of weights; null until a user sets them. */
    columns: text("columns", { mode: "json" }).$type<Record<string, string>>(),
    /** Time zone of the times in the file: that of the user who set the columns' meaning. */
    zone: text("zone").notNull(),
    /** Action in progress, saving or undoing loads; null if neither is in progress. */
    action: text("action").$type<"saving" | "undoing">(),
    /** The user, or the API key by its name, that started the action in progress. */
    action_user_id: integer("action_user_id").references(() => user.id),
    action_key: text("action_key"),
    created_at: instant("created_at").notNull(),
    version: version(),
  },
  (t) => [
    index("load_import_company").on(t.company_id, t.created_at),
    isOneOfCheck("load_import_act", t.action, ["saving", "undoing"]),
  ],
);

/**
 * One row of an import: its original cells, the corrections, and either the resulting load or the reason why the row
 * can't be saved.
 */
export const loadImportRow = sqliteTable(
  "load_import_row",
  {
    load_import_id: integer("load_import_id")
      .notNull()
      .references(() => loadImport.id),
    line: integer("line").notNull(),
    cells: text("cells", { mode: "json" }).notNull().$type<string[]>(),
    /** Corrections typed over the row's cells, by meaning. */
    corrections: text("corrections", { mode: "json" }).notNull().$type<Record<string, string>>().default({}),
    /** True if a user confirmed the row although it looks like another load or lacks information. */
    is_confirmed: flag("is_confirmed"),
    is_skipped: flag("is_skipped"),
    /** Input for creating the load; null if the row can't be saved as it is. */
    load: text("load", { mode: "json" }).$type<unknown>(),
    problem: text("problem"),
    /** True if the user may resolve the problem by choosing "save it as it is". */
    can_override: flag("can_override"),
    /** Names in the row that no user has assigned a meaning yet. */
    unresolved_names: text("unresolved_names", { mode: "json" }).$type<
      { field: string; word: string; job_id: number }[]
    >(),
    /** Fingerprint of the row's content: an equal row in a later import is a duplicate. */
    fingerprint: text("fingerprint"),
    /** Number of the paper ticket, which may be from any company's book. */
    paper_number: text("paper_number"),
    trip_ticket_id: integer("trip_ticket_id").references(() => tripTicket.id),
  },
  (t) => [
    primaryKey({ columns: [t.load_import_id, t.line] }),
    index("load_import_row_ticket").on(t.trip_ticket_id),
    index("load_import_row_print").on(t.fingerprint).where(sql`trip_ticket_id IS NOT NULL`),
    index("load_import_row_paper").on(t.paper_number).where(sql`trip_ticket_id IS NOT NULL`),
  ],
);

/** Meaning of the columns in a company's spreadsheets, as last set. */
export const loadImportColumns = sqliteTable("load_import_columns", {
  company_id: ofCompany().primaryKey(),
  columns: text("columns", { mode: "json" }).notNull().$type<Record<string, string>>(),
  last_modified_at: instant("last_modified_at").notNull(),
});

/** Meaning of a name in a company's spreadsheets: "Manistee" means a certain destination, "Popple" a certain product. */
export const loadImportAlias = sqliteTable(
  "load_import_alias",
  {
    company_id: ofCompany(),
    /** Of which column. */
    field: text("field").notNull(),
    alias: text("alias").notNull(),
    /** The job in which the name has this meaning; 0 if the name is that of a job. */
    job_id: integer("job_id").notNull().default(0),
    /** Meaning of the name: an id, or a product's key. */
    value: text("value").notNull(),
  },
  (t) => [primaryKey({ columns: [t.company_id, t.job_id, t.field, t.alias] })],
);
