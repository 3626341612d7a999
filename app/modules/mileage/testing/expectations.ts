import type { Expectations } from "../../../../e2e/support/expectations";
import { API_PUBLIC_QUERY_REQUIRED } from "../../../../e2e/support/rows";

/** Test expectations for mileage. */
export const expectations: Expectations = {
  answers: {
    "/api/mileage": API_PUBLIC_QUERY_REQUIRED,
  },
};
