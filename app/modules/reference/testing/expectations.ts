import type { Expectations } from "../../../../e2e/support/expectations";
import { API_KNOWN } from "../../../../e2e/support/rows";

/** Test expectations for reference lists. */
export const expectations: Expectations = {
  answers: {
    "/api/county/:state_id": API_KNOWN,
    "/api/entity": API_KNOWN,
    "/api/product-types": API_KNOWN,
    "/api/products": API_KNOWN,
    "/api/releases": API_KNOWN,
    "/api/state": API_KNOWN,
    "/api/trip-ticket-statuses": API_KNOWN,
    "/api/wood-species": API_KNOWN,
    "/api/wood-unit-types": API_KNOWN,
  },
  params: {
    state_id: "26",
  },
};
