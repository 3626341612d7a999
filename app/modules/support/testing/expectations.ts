import type { Expectations } from "../../../../e2e/support/expectations";
import { SIGNED_IN } from "../../../../e2e/support/rows";

/** Test expectations for support; the demo's conversation is the hauler's. */
export const expectations: Expectations = {
  answers: {
    "/support": SIGNED_IN,
    "/support/:threadId": { nobody: 302, hauler: 200, else: 404 },
    "/api/support-chat/token": { nobody: 401, key: 404, else: 200 },
  },
  params: { threadId: "1" },
  pages: { hauler: ["/support", "/support/1"] },
  forms: { hauler: ["/support", "/support/1"] },
  shots: [
    { name: "support", as: "hauler", path: "/support" },
    { name: "support-thread", as: "hauler", path: "/support/1" },
  ],
};
