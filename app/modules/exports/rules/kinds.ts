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
export const KIND_NAMES = typedKeys(EXPORT_KINDS);
export type Format = (typeof EXPORT_KINDS)[ExportKind]["format"];

/** Types that programs name (docs/domain.md#exports), and BOOST. */
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

/** File that a format produces. */
export const getFileType = (format: Format) => ({
  name: `trip_tickets.${FILES[format].extension}`,
  contentType: FILES[format].contentType,
});

/** Maximum number of tickets in a direct response; more, or sheets with codes, are written in the background. */
export const MAX_SENT_AT_ONCE = 500;
/** Maximum number of tickets in one PDF. */
export const MAX_IN_A_PDF = 10_000;
/** Maximum number of rows in an export, which is the limit of a spreadsheet. */
export const MAX_ROWS = 1_000_000;
/** Number of days that a file written in the background is stored. */
export const RETENTION_DAYS = 7;

/** True if an export runs in the background. */
export const isLongExport = (kind: ExportKind, rows: number): boolean =>
  rows > MAX_SENT_AT_ONCE || (kind === "pdf_pages" && rows > 20);

/** Error message if this many tickets can't be exported as this kind; null if they can. */
export function getTooManyMessage(kind: ExportKind, rows: number): string | null {
  if (EXPORT_KINDS[kind].type === "PDF" && rows > MAX_IN_A_PDF)
    return `A PDF can have at most ${MAX_IN_A_PDF.toLocaleString("en-US")} trip tickets. Narrow the list, or choose CSV.`;
  if (rows > MAX_ROWS) return "An export can have at most a million trip tickets. Narrow the list.";
  return null;
}
