import type { ApiCalls } from "~/web/rest-call";
import { createLead } from "./leads.server";

/** Calls about subscriptions. */
export const calls: ApiCalls = {
  "POST /api/leads": {
    summary: "Ask for a call about a subscription",
    procedure: createLead,
    status: 201,
  },
};
