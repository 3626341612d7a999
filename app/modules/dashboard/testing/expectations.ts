import type { Expectations } from "../../../../e2e/support/expectations";
import { API_ANY_COMPANY, SIGNED_IN } from "../../../../e2e/support/rows";

/** Test expectations for the dashboard and the menu. */
export const expectations: Expectations = {
  answers: {
    "/": { else: 200 },
    "/more": SIGNED_IN,
    "/api/dashboard": API_ANY_COMPANY,
  },
  pages: {
    nobody: ["/"],
    hauler: ["/"],
    manager: ["/", "/more"],
  },
  shots: [
    { name: "front", as: null, path: "/" },
    { name: "dashboard", as: "manager", path: "/" },
    { name: "dashboard-driver", as: "driver", path: "/" },
    { name: "dashboard-mill", as: "mill", path: "/" },
    { name: "more", as: "multi", path: "/more" },
  ],
};
