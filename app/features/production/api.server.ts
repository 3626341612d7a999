import type { About, ApiCalls } from "~/web/rest-call";
import { getTrucks, getTurnTimes } from "./each.server";
import { getProduction } from "./production.server";

export const about: About = "Trip tickets";

/** Calls about what was delivered. */
export const calls: ApiCalls = {
  "GET /api/production": {
    summary: "What the loads of a period came to, by time or by what is on them; ids like job_ids=7,8",
    procedure: getProduction,
  },
  "GET /api/production/trucks": {
    summary: "What each truck carried: days, loads, average weight; 92 days at most",
    procedure: getTrucks,
  },
  "GET /api/production/turn-times": {
    summary: "How long loads take, by destination, in minutes; 92 days at most",
    procedure: getTurnTimes,
  },
};
