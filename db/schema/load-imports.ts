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

/** An office's spreadsheet of delivered loads: what was sent, what its columns mean, and what the queue does with it now. */
export const loadImport = sqliteTable(
  "load_import",
  {
    id: id(),
    company_id: ofCompany(),
    creator_user_id: integer("creator_user_id").references(() => user.id),
    /** The job of all its loads; null where each row names its own. */
    job_id: integer("job_id").references(() => job.id),
    file_name: text("file_name"),
    /** What its rows take, for the company's quota. */
    bytes: integer("bytes").notNull().default(0),
    headings: text("headings", { mode: "json" }).notNull().$type<string[]>(),
    /** Heading by meaning, and the unit of weights; null until somebody said it. */
    columns: text("columns", { mode: "json" }).$type<Record<string, string>>(),
    /** The zone that its clocks are in, which is of who said what its columns mean. */
    zone: text("zone").notNull(),
    /** Loads are being saved, or taken back; null while nothing is under way. */
    act: text("act").$type<"saving" | "undoing">(),
    /** Who began that: a person, or a program by its key. */
    act_user_id: integer("act_user_id").references(() => user.id),
    act_key: text("act_key"),
    created_at: instant("created_at").notNull(),
    version: version(),
  },
  (t) => [
    index("load_import_company").on(t.company_id, t.created_at),
    isOneOfCheck("load_import_act", t.act, ["saving", "undoing"]),
  ],
);

/** One row of it: its cells as they stood, what was mended, and either the load that it means or why it can't be saved. */
export const loadImportRow = sqliteTable(
  "load_import_row",
  {
    load_import_id: integer("load_import_id")
      .notNull()
      .references(() => loadImport.id),
    line: integer("line").notNull(),
    cells: text("cells", { mode: "json" }).notNull().$type<string[]>(),
    /** What somebody typed over its cells, by meaning. */
    mended: text("mended", { mode: "json" }).notNull().$type<Record<string, string>>().default({}),
    /** Looked at and meant, although it looks like another load or says too little. */
    is_sure: flag("is_sure"),
    is_left_out: flag("is_left_out"),
    /** What keying it takes; null where it can't be saved as it is. */
    load: text("load", { mode: "json" }).$type<unknown>(),
    problem: text("problem"),
    /** Whether "save it as it is" is an answer to the problem. */
    is_question: flag("is_question"),
    /** Names that nobody has explained yet. */
    asked: text("asked", { mode: "json" }).$type<{ field: string; word: string; job_id: number }[]>(),
    /** What it says, in short: the same row of a later import is a double. */
    print: text("print"),
    /** The number of the paper ticket, from anybody's book. */
    paper_number: text("paper_number"),
    trip_ticket_id: integer("trip_ticket_id").references(() => tripTicket.id),
  },
  (t) => [
    primaryKey({ columns: [t.load_import_id, t.line] }),
    index("load_import_row_ticket").on(t.trip_ticket_id),
    index("load_import_row_print").on(t.print).where(sql`trip_ticket_id IS NOT NULL`),
    index("load_import_row_paper").on(t.paper_number).where(sql`trip_ticket_id IS NOT NULL`),
  ],
);

/** What the columns of a company's spreadsheets meant the last time. */
export const loadImportColumns = sqliteTable("load_import_columns", {
  company_id: ofCompany().primaryKey(),
  columns: text("columns", { mode: "json" }).notNull().$type<Record<string, string>>(),
  last_modified_at: instant("last_modified_at").notNull(),
});

/** What a word of a company's spreadsheets means: "Manistee" is that destination, "Popple" that product. */
export const loadImportWord = sqliteTable(
  "load_import_word",
  {
    company_id: ofCompany(),
    /** Of which column. */
    field: text("field").notNull(),
    word: text("word").notNull(),
    /** The job on which it was explained; 0 for the name of a job itself. */
    job_id: integer("job_id").notNull().default(0),
    /** An id, or a product's key. */
    value: text("value").notNull(),
  },
  (t) => [primaryKey({ columns: [t.company_id, t.job_id, t.field, t.word] })],
);
