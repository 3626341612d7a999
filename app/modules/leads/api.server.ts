import type { ApiCalls, ApiSection } from "~/web/rest-call";
import { createLead } from "./shared/leads.server";

export const about: ApiSection = "Companies and places";

/** Calls about subscriptions. */
export const calls: ApiCalls = {
  "POST /api/leads": {
    summary: "Ask for a call about a subscription",
    procedure: createLead,
    status: 201,
  },
};
