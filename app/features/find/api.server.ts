import type { About, ApiCalls } from "~/web/rest-call";
import { find } from "./find.server";

export const about: About = "Search";

/** The one search, for programs. */
export const calls: ApiCalls = {
  "GET /api/find": {
    summary: "Find tickets, jobs, companies, people and places by one text, q",
    procedure: find,
    texts: ["q"],
  },
};
