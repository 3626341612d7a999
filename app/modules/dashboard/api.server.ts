import type { ApiCalls, ApiSection } from "~/web/rest-call";
import { getDashboard } from "./data/dashboard.server";

export const about: ApiSection = "Dashboard and production";

/** API call for the dashboard. */
export const calls: ApiCalls = {
  "GET /api/dashboard": {
    summary:
      "Read the dashboard: what needs the reader, numbers with the list that each counts, eight weeks of loads",
    procedure: getDashboard,
  },
};
