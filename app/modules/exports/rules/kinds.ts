import { typedKeys } from "~/lib/object/records";
import type { TemplateType } from "./columns";

/** Export kinds: the type that programs name, the file format, and the label. */
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
export const EXPORT_KIND_KEYS = typedKeys(EXPORT_KINDS);
export type ExportFormat = (typeof EXPORT_KINDS)[ExportKind]["format"];

/** Types that API clients can request (docs/domain.md#exports). */
export const EXPORT_TYPES = ["DEFAULT", "FPA", "LIMS", "CARIBOU", "PDF", "BOOST"] as const;

export const COLUMN_CHOICES = ["standard", "shown", "all"] as const;
export type ExportColumnChoice = (typeof COLUMN_CHOICES)[number];

const FILES: Record<ExportFormat, { extension: string; contentType: string }> = {
  csv: { extension: "csv", contentType: "text/csv; charset=utf-8" },
  xlsx: {
    extension: "xlsx",
    contentType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  },
  lines: { extension: "pdf", contentType: "application/pdf" },
  pages: { extension: "pdf", contentType: "application/pdf" },
  json: { extension: "json", contentType: "application/json" },
};

/** Return the name and content type of the file that a format produces. */
export const getFileType = (format: ExportFormat) => ({
  name: `trip_tickets.${FILES[format].extension}`,
  contentType: FILES[format].contentType,
});

/**
 * Maximum number of tickets in a direct download. Larger exports, and many sheets with QR codes, are written in the
 * background.
 */
export const MAX_DIRECT_EXPORT_TICKETS = 500;
/** Maximum number of tickets in one PDF. */
export const MAX_PDF_TICKETS = 10_000;
/** Maximum number of rows in an export, which is the limit of a spreadsheet. */
export const MAX_EXPORT_ROWS = 1_000_000;
/** Number of days that a background export's file is stored. */
export const RETENTION_DAYS = 7;

/** Check whether an export runs in the background. */
export const isBackgroundExport = (kind: ExportKind, rows: number): boolean =>
  rows > MAX_DIRECT_EXPORT_TICKETS || (kind === "pdf_pages" && rows > 20);

/** Return an error message if the number of tickets is too large for this kind of export; otherwise null. */
export function getTooManyMessage(kind: ExportKind, rows: number): string | null {
  if (EXPORT_KINDS[kind].type === "PDF" && rows > MAX_PDF_TICKETS)
    return `A PDF can have at most ${MAX_PDF_TICKETS.toLocaleString("en-US")} trip tickets. Narrow the list, or choose CSV.`;
  if (rows > MAX_EXPORT_ROWS) return "An export can have at most a million trip tickets. Narrow the list.";
  return null;
}
