import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { DateFormat } from "~/lib/time/date-forms";
import { id, instant, isOneOfCheck, version } from "./columns";
import { company } from "./companies";
import { user } from "./people";

const ofCompany = () =>
  integer("company_id")
    .notNull()
    .references(() => company.id);

/** A company's export format for tickets, for use with another system: columns that replace the default ones. */
export const exportTemplate = sqliteTable(
  "export_template",
  {
    id: id(),
    company_id: ofCompany(),
    type: text("type").notNull(),
    columns: text("columns", { mode: "json" })
      .notNull()
      .$type<{ key: string; value: string; dates?: DateFormat; always?: string }[]>(),
    /** Separator: comma, tab or semicolon. */
    separator: text("separator").notNull().default(",").$type<"," | "\t" | ";">(),
    last_modified_at: instant("last_modified_at").notNull(),
    version: version(),
  },
  (t) => [
    uniqueIndex("export_template_once").on(t.company_id, t.type),
    isOneOfCheck("export_template_type", t.type, ["FPA", "LIMS", "CARIBOU"]),
  ],
);

/** A long export that is written in the background and fetched when it is ready. */
export const exportRun = sqliteTable(
  "export_run",
  {
    id: id(),
    user_id: integer("user_id").references(() => user.id),
    company_id: ofCompany(),
    type: text("type").notNull(),
    format: text("format").notNull(),
    /** The tickets' filter or selection, and the columns. */
    input: text("input", { mode: "json" }).notNull(),
    rows_done: integer("rows_done").notNull().default(0),
    rows_total: integer("rows_total").notNull(),
    storage_key: text("storage_key"),
    bytes: integer("bytes"),
    failure: text("failure"),
    created_at: instant("created_at").notNull(),
    /** Time of the last progress. If it is old, the export's process has died and the export is resumed. */
    last_modified_at: instant("last_modified_at").notNull(),
    finished_at: instant("finished_at"),
  },
  (t) => [index("export_run_company").on(t.company_id, t.created_at)],
);
