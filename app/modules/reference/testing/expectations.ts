import type { Expectations } from "../../../../e2e/support/expectations";
import { API_SIGNED_IN } from "../../../../e2e/support/rows";

/** Test expectations for reference lists. */
export const expectations: Expectations = {
  answers: {
    "/api/county/:state_id": API_SIGNED_IN,
    "/api/entity": API_SIGNED_IN,
    "/api/product-types": API_SIGNED_IN,
    "/api/products": API_SIGNED_IN,
    "/api/releases": API_SIGNED_IN,
    "/api/state": API_SIGNED_IN,
    "/api/trip-ticket-statuses": API_SIGNED_IN,
    "/api/wood-species": API_SIGNED_IN,
    "/api/wood-unit-types": API_SIGNED_IN,
  },
  params: {
    state_id: "26",
  },
};
