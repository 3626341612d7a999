import type { Expectations } from "../../../../../e2e/support/expectations";

/** Test expectations for the sample job's two form addresses. */
export const expectations: Expectations = {
  answers: {
    "/welcome/sample": { else: 302 },
    "/welcome/sample/removal": { else: 302 },
  },
};
