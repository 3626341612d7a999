import type { Expectations } from "../../../../../e2e/support/expectations";
import { COMPANY, NO_SUCH } from "../../../../../e2e/support/rows";

/** Test expectations for saved filters. */
export const expectations: Expectations = {
  answers: {
    "/trip-tickets/filters": COMPANY,
    "/trip-tickets/filters/:filterId/deletion": NO_SUCH,
  },
  params: {
    filterId: "987654",
  },
  pages: {
    manager: ["/trip-tickets/filters?query=scaled%3Dno"],
  },
  alike: {
    manager: ["{filter}/deletion"],
  },
  shots: [{ name: "saved-filters", as: "manager", path: "/trip-tickets/filters?query=scaled%3Dno" }],
};
