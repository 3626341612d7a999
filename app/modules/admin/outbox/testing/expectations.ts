import type { Expectations } from "../../../../../e2e/support/expectations";

/** Test expectations for the outbox. */
export const expectations: Expectations = {
  answers: {
    "/admin/outbox": { nobody: 302, super: 200, else: 404 },
  },
  pages: {
    super: ["/admin/outbox"],
  },
};
