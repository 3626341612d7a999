import type { Expectations } from "../../../../../e2e/support/expectations";
import { ANY_COMPANY } from "../../../../../e2e/support/rows";

/** Test expectations for selection. */
export const expectations: Expectations = {
  answers: {
    "/trip-tickets/selection": ANY_COMPANY,
    "/trip-tickets/selection/all": { else: 302 },
    "/trip-tickets/selection/hauler": { else: 302 },
    "/trip-tickets/selection/clearing": { else: 302 },
  },
  pages: {
    manager: ["/trip-tickets/selection"],
  },
  shots: [{ name: "selection", as: "manager", path: "/trip-tickets/selection" }],
};
