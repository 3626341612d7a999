import type { ApiCalls, ApiSection } from "~/web/rest-call";
import { readBulkRun, startBulkAction } from "./data/bulk.server";

export const about: ApiSection = "Trip tickets";

/** API calls about many trip tickets at once. */
export const calls: ApiCalls = {
  "POST /api/trip-tickets/bulk": {
    summary:
      "Start a change of many trip tickets, one by one: status, priority, destination, assignment or deletion",
    procedure: startBulkAction,
    status: 202,
    wakes: true,
  },
  "GET /api/trip-tickets/bulk/{bulk_run_id}": {
    summary: "Read the results of a change of many trip tickets, refused ones first",
    procedure: readBulkRun,
  },
};
