import type { ApiCalls, ApiSection } from "~/web/rest-call";
import { getChatToken } from "./data/token.server";

export const about: ApiSection = "Support";

/** Calls about help. */
export const calls: ApiCalls = {
  "GET /api/support-chat/token": {
    summary: "Identify yourself to the support chat",
    procedure: getChatToken,
  },
};
