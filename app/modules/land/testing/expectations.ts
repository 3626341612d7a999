import type { Expectations } from "../../../../e2e/support/expectations";
import { API_ASKS, API_ASKS_KNOWN } from "../../../../e2e/support/rows";

/** Test expectations for townships and sections. */
export const expectations: Expectations = {
  answers: {
    "/api/township": API_ASKS,
    "/api/township/section": API_ASKS_KNOWN,
  },
};
