import { keysOf } from "~/domain/records/records";
import type { TemplateType } from "./columns";

/** What tickets can be sent as: the specification's type, how it is written, and what people call it. */
export const EXPORT_KINDS = {
  csv: { type: "DEFAULT", format: "csv", label: "CSV", hint: "One line per ticket, for any program" },
  xlsx: {
    type: "DEFAULT",
    format: "xlsx",
    label: "Spreadsheet (XLSX)",
    hint: "For Excel and other spreadsheets",
  },
  pdf: { type: "PDF", format: "lines", label: "PDF list", hint: "One line per ticket" },
  pdf_pages: {
    type: "PDF",
    format: "pages",
    label: "PDF sheets",
    hint: "One page per ticket, with its code",
  },
  fpa: { type: "FPA", format: "csv", label: "FPA", hint: "By your company's columns for FPA" },
  lims: { type: "LIMS", format: "csv", label: "LIMS", hint: "By your company's columns for LIMS" },
  caribou: {
    type: "CARIBOU",
    format: "csv",
    label: "Caribou",
    hint: "By your company's columns for Caribou",
  },
  boost: {
    type: "BOOST",
    format: "json",
    label: "BOOST (JSON)",
    hint: "Deliveries, companies, products and places in the open standard",
  },
} as const satisfies Record<
  string,
  { type: "DEFAULT" | "PDF" | "BOOST" | TemplateType; format: string; label: string; hint: string }
>;

export type ExportKind = keyof typeof EXPORT_KINDS;
export const KIND_NAMES = keysOf(EXPORT_KINDS);
export type Format = (typeof EXPORT_KINDS)[ExportKind]["format"];

/** The types that programs name (spec 1, section 7), and BOOST. */
export const EXPORT_TYPES = ["DEFAULT", "FPA", "LIMS", "CARIBOU", "PDF", "BOOST"] as const;

export const COLUMN_CHOICES = ["standard", "shown", "all"] as const;
export type ExportColumnChoice = (typeof COLUMN_CHOICES)[number];

const FILES: Record<Format, { extension: string; contentType: string }> = {
  csv: { extension: "csv", contentType: "text/csv; charset=utf-8" },
  xlsx: {
    extension: "xlsx",
    contentType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  },
  lines: { extension: "pdf", contentType: "application/pdf" },
  pages: { extension: "pdf", contentType: "application/pdf" },
  json: { extension: "json", contentType: "application/json" },
};

/** The file that a format makes; its name is the specification's (spec 1, section 9). */
export const fileOf = (format: Format) => ({
  name: `trip_tickets.${FILES[format].extension}`,
  contentType: FILES[format].contentType,
});

/** As many tickets as a page's own answer carries; more, or sheets with codes, are written beside the requests. */
export const MOST_SENT_AT_ONCE = 500;
/** As many as one PDF may have (spec 1, section 9). */
export const MOST_IN_A_PDF = 10_000;
/** The most rows an export may have, which is what a spreadsheet holds. */
export const MOST_ROWS = 1_000_000;
/** For so many days a file that was written beside the requests is kept. */
export const DAYS_KEPT = 7;

/** Whether an export is written beside the requests. */
export const isLong = (kind: ExportKind, rows: number): boolean =>
  rows > MOST_SENT_AT_ONCE || (kind === "pdf_pages" && rows > 20);

/** What is wrong with sending so many tickets as this; null where nothing is. */
export function tooMany(kind: ExportKind, rows: number): string | null {
  if (EXPORT_KINDS[kind].type === "PDF" && rows > MOST_IN_A_PDF)
    return `A PDF can have at most ${MOST_IN_A_PDF.toLocaleString("en-US")} trip tickets. Narrow the list, or choose CSV.`;
  if (rows > MOST_ROWS) return "An export can have at most a million trip tickets. Narrow the list.";
  return null;
}
