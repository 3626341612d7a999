import type { About, ApiCalls } from "~/web/rest-call";
import { getDashboard } from "./dashboard.server";

export const about: About = "Dashboard and production";

/** The call of the first page. */
export const calls: ApiCalls = {
  "GET /api/dashboard": {
    summary:
      "Read the dashboard: what needs the reader, numbers with the list that each counts, eight weeks of loads",
    procedure: getDashboard,
  },
};
