import type { Expectations } from "../../../../e2e/support/expectations";
import { SIGNED_IN, SUPER_USER_ONLY } from "../../../../e2e/support/rows";

/** Test expectations for the pages with forms that a device has not sent. */
export const expectations: Expectations = {
  answers: { "/admin/not-sent": SUPER_USER_ONLY, "/outbox": SIGNED_IN, "/outbox/load": SIGNED_IN },
  pages: { super: ["/admin/not-sent"], manager: ["/outbox", "/outbox/load"] },
  forms: { super: ["/admin/not-sent"] },
  shots: [{ name: "not-sent", as: "hauler", path: "/outbox" }],
};
