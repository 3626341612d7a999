import { exportTickets, getTicketExport } from "~/features/exports/api.server";
import type { RestCalls } from "~/web/rest.server";
import * as answers from "./answers-exchange";

/** Calls that carry tickets to other systems and back: exports, statements of mills, what does not add up. */
export const EXCHANGE_CALLS = {
  "/api/trip-tickets/export": {
    POST: {
      summary: "Begin an export of trip tickets; its file is fetched when it is ready",
      procedure: exportTickets,
      status: 202,
      answer: answers.exportBegun,
    },
  },
  "/api/trip-tickets/exports/{export_id}": {
    GET: {
      summary: "How far an export is, and where its file is",
      procedure: getTicketExport,
      params: ["export_id"],
      answer: answers.exportRun,
    },
  },
} as const satisfies Record<string, RestCalls>;
