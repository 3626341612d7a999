import type { Expectations } from "../../../../e2e/support/expectations";
import { API_ASKS_KNOWN } from "../../../../e2e/support/rows";

/** Test expectations for the weather. */
export const expectations: Expectations = {
  answers: {
    "/api/weather": API_ASKS_KNOWN,
  },
};
