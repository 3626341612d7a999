import type { About, ApiCalls } from "~/web/rest-call";
import { getChatToken } from "./token.server";

export const about: About = "Support";

/** Calls about help. */
export const calls: ApiCalls = {
  "GET /api/support-chat/token": {
    summary: "Say who one is to the chat of the support",
    procedure: getChatToken,
  },
};
