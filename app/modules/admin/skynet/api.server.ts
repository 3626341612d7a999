import type { ApiCalls, ApiSection } from "~/web/rest-call";
import { getChart } from "./data/charts.server";

export const about: ApiSection = "Running the site";

/** Calls for the site's numbers, for signed-in super users. */
export const calls: ApiCalls = {
  "GET /api/skynet/charts": {
    summary: "Read one of the site's numbers by day, week or month",
    procedure: getChart,
  },
};
