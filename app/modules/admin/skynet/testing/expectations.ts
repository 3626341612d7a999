import type { Expectations } from "../../../../../e2e/support/expectations";
import { API_SUPER_USER_ONLY, SUPER_USER_ONLY } from "../../../../../e2e/support/rows";

/** Test expectations for site metrics. */
export const expectations: Expectations = {
  answers: { "/admin/charts": SUPER_USER_ONLY, "/api/skynet/charts": API_SUPER_USER_ONLY },
  pages: { super: ["/admin/charts"] },
  shots: [{ name: "admin-charts", as: "super", path: "/admin/charts" }],
};
