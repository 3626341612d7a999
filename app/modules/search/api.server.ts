import type { ApiCalls, ApiSection } from "~/web/rest-call";
import { find } from "./data/find.server";

export const about: ApiSection = "Search";

/** API call for the search. */
export const calls: ApiCalls = {
  "GET /api/find": {
    summary: "Find tickets, jobs, companies, people and places by one text, q",
    procedure: find,
    texts: ["q"],
  },
};
