import type { ApiCalls, ApiSection } from "~/web/rest-call";
import { getMetricChart } from "./data/charts.server";

export const about: ApiSection = "Running the site";

/** API calls for the site's metrics, for signed-in super users. */
export const calls: ApiCalls = {
  "GET /api/skynet/charts": {
    summary: "Read one of the site's numbers by day, week or month",
    procedure: getMetricChart,
  },
};
