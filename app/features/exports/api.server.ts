import { keysOf } from "~/domain/records/records";
import { filterShape } from "~/features/trip-tickets/filter";
import { type About, type ApiCalls, fileCall } from "~/web/rest-call";
import { getExportFile } from "./exports.server";
import { storedAnswer } from "./file-answer.server";
import { exportTickets, getTicketExport } from "./program-exports.server";

export const about: About = "Trip tickets";

/** Calls that carry tickets to other systems. */
export const calls: ApiCalls = {
  "POST /api/trip-tickets/export": {
    summary: "Start an export of trip tickets; fetch its file when it is ready",
    procedure: exportTickets,
    dropsEmpty: keysOf(filterShape),
    status: 202,
    wakes: true,
  },
  "GET /api/trip-tickets/exports/{export_id}": {
    summary: "Read an export's progress and where its file is",
    procedure: getTicketExport,
    wakes: true,
  },
  "GET /api/trip-tickets/exports/{export_id}/file": fileCall({
    summary: "Read a finished export's bytes",
    procedure: getExportFile,
    input: ({ export_id }) => ({ id: export_id }),
    file: storedAnswer,
  }),
};
