import type { Asked } from "../../../../e2e/support/asked";
import { API_SUPER, SUPER } from "../../../../e2e/support/rows";

/** What tests ask of the site's numbers. */
export const asked: Asked = {
  answers: { "/admin/charts": SUPER, "/api/skynet/charts": API_SUPER },
  pages: { super: ["/admin/charts"] },
  shots: [{ name: "admin-charts", as: "super", path: "/admin/charts" }],
};
