import type { Expectations } from "../../../../../e2e/support/expectations";
import { API_SUPER, SUPER } from "../../../../../e2e/support/rows";

/** Test expectations for the site's numbers. */
export const expectations: Expectations = {
  answers: { "/admin/charts": SUPER, "/api/skynet/charts": API_SUPER },
  pages: { super: ["/admin/charts"] },
  shots: [{ name: "admin-charts", as: "super", path: "/admin/charts" }],
};
