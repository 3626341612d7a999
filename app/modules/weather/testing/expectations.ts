import type { Expectations } from "../../../../e2e/support/expectations";
import { API_PUBLIC_QUERY_REQUIRED } from "../../../../e2e/support/rows";

export const expectations: Expectations = {
  answers: {
    "/api/weather": API_PUBLIC_QUERY_REQUIRED,
  },
};
