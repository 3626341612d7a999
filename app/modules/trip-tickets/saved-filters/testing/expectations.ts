import type { Expectations } from "../../../../../e2e/support/expectations";
import { ANY_COMPANY, NOT_FOUND_FOR_ALL } from "../../../../../e2e/support/rows";

/** Test expectations for saved filters. */
export const expectations: Expectations = {
  answers: {
    "/trip-tickets/filters": ANY_COMPANY,
    "/trip-tickets/filters/:filterId/deletion": NOT_FOUND_FOR_ALL,
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
