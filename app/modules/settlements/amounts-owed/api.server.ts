import { type ApiCalls, type ApiSection, STATIC_DATA_CACHE_SECONDS } from "~/web/rest-call";
import { searchPaidSettlements, searchSettlements, searchUnpaidSettlements } from "./data/search.server";
import { listSettlementStatusTypes, listSettlementTypes } from "./data/types.server";

export const about: ApiSection = "Settlements";

/** Calls about the pay of loads, under the names of the API contract. */
export const calls: ApiCalls = {
  "POST /api/settlements/search": {
    summary:
      "Find what loads pay; include: trip_ticket, trip_ticket_landing_inventory, job_destination, aggregated_data",
    procedure: searchSettlements,
  },
  "POST /api/settlements/paid/search": {
    summary: "Find what was paid",
    procedure: searchPaidSettlements,
  },
  "POST /api/settlements/unpaid/search": {
    summary: "Find what is unpaid",
    procedure: searchUnpaidSettlements,
  },
  "GET /api/settlements/status-types": {
    summary: "List the statuses of settlements",
    procedure: listSettlementStatusTypes,
    cache: STATIC_DATA_CACHE_SECONDS,
  },
  "GET /api/settlements/types": {
    summary: "List the services that loads pay",
    procedure: listSettlementTypes,
    cache: STATIC_DATA_CACHE_SECONDS,
  },
};
