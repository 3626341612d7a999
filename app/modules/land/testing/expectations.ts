import type { Expectations } from "../../../../e2e/support/expectations";
import { API_PUBLIC_QUERY_REQUIRED, API_QUERY_REQUIRED } from "../../../../e2e/support/rows";

/** Test expectations for townships and sections. */
export const expectations: Expectations = {
  answers: {
    "/api/township": API_QUERY_REQUIRED,
    "/api/township/section": API_PUBLIC_QUERY_REQUIRED,
  },
};
