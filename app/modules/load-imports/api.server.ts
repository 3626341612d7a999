import type { ApiCalls, ApiSection } from "~/web/rest-call";
import { getImport } from "./data/import-page.server";
import { addImport, mapImportColumns } from "./data/imports.server";
import { correctImportRow, markImportRows } from "./data/rows.server";
import { deleteImport, saveImport, undoImport } from "./data/save.server";
import { setImportNameMeanings } from "./data/words.server";

export const about: ApiSection = "Trip tickets";

/** API calls that import delivered loads from a spreadsheet. */
export const calls: ApiCalls = {
  "POST /api/trip-tickets/imports": {
    summary: "Read rows of delivered loads, as text with a heading line; nothing is saved as a load yet",
    procedure: addImport,
    status: 201,
  },
  "GET /api/trip-tickets/imports/{import_id}": {
    summary:
      "An import: the state of its rows, the questions about them, and a page of them (show and page apply)",
    procedure: getImport,
  },
  "PUT /api/trip-tickets/imports/{import_id}": {
    summary: "Say what each column means; remembered for the company",
    procedure: mapImportColumns,
  },
  "DELETE /api/trip-tickets/imports/{import_id}": {
    summary: "Delete an import that hasn't made a load",
    procedure: deleteImport,
  },
  "PUT /api/trip-tickets/imports/{import_id}/words": {
    summary: "Say what names mean; remembered for the company",
    procedure: setImportNameMeanings,
  },
  "PUT /api/trip-tickets/imports/{import_id}/rows": {
    summary: "Mark rows as right as they are (sure), left out (left_out), or undecided (open)",
    procedure: markImportRows,
  },
  "PUT /api/trip-tickets/imports/{import_id}/rows/{line}": {
    summary: "Fix what one row says; what is left out stays as it is",
    procedure: correctImportRow,
  },
  "POST /api/trip-tickets/imports/{import_id}/saving": {
    summary: "Save the rows that are right as delivered loads, one by one",
    procedure: saveImport,
    status: 202,
    wakes: true,
  },
  "POST /api/trip-tickets/imports/{import_id}/undoing": {
    summary: "Take every load of an import back, while none of them is on a statement",
    procedure: undoImport,
    status: 202,
    wakes: true,
  },
};
