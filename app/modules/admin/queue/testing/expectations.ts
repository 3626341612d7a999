import type { Expectations } from "../../../../../e2e/support/expectations";

/** Test expectations for the work queue. */
export const expectations: Expectations = {
  answers: {
    "/admin/work": { nobody: 302, super: 200, else: 404 },
  },
  pages: {
    super: ["/admin/work"],
  },
};
