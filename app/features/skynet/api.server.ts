import type { About, ApiCalls } from "~/web/rest-call";
import { getChart } from "./charts.server";

export const about: About = "Running the site";

/** The site's numbers, for super users who are signed in. */
export const calls: ApiCalls = {
  "GET /api/skynet/charts": {
    summary: "Read one of the site's numbers by day, week or month",
    procedure: getChart,
  },
};
