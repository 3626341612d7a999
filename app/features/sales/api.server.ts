import type { About, ApiCalls } from "~/web/rest-call";
import { createLead } from "./leads.server";

export const about: About = "Companies and places";

/** Calls about subscriptions. */
export const calls: ApiCalls = {
  "POST /api/leads": {
    summary: "Ask for a call about a subscription",
    procedure: createLead,
    status: 201,
  },
};
