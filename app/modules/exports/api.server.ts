import { typedKeys } from "~/lib/object/records";
import { ticketFilterFields } from "~/modules/trip-tickets/list/rules/filter";
import { type ApiCalls, type ApiSection, defineFileCall } from "~/web/rest-call";
import { getExportFile } from "./data/exports.server";
import { buildStoredFileResponse } from "./data/file-answer.server";
import { exportTickets, getTicketExport } from "./data/program-exports.server";

export const about: ApiSection = "Trip tickets";

/** API calls that export tickets. */
export const calls: ApiCalls = {
  "POST /api/trip-tickets/export": {
    summary: "Start an export of trip tickets; fetch its file when it is ready",
    procedure: exportTickets,
    dropsEmpty: typedKeys(ticketFilterFields),
    status: 202,
    wakes: true,
  },
  "GET /api/trip-tickets/exports/{export_id}": {
    summary: "Read an export's progress and where its file is",
    procedure: getTicketExport,
    wakes: true,
  },
  "GET /api/trip-tickets/exports/{export_id}/file": defineFileCall({
    summary: "Read a finished export's bytes",
    procedure: getExportFile,
    input: ({ export_id }) => ({ id: export_id }),
    file: buildStoredFileResponse,
  }),
};
