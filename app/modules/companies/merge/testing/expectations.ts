import type { Expectations } from "../../../../../e2e/support/expectations";

/** Test expectations for merging companies. */
export const expectations: Expectations = {
  answers: { "/admin/joins": { nobody: 302, super: 200, else: 404 } },
  pages: { super: ["/admin/joins", "/admin/joins?q=a", "/admin/joins?from_id=10&to_id=2"] },
  forms: { super: ["{joinable}"] },
  shots: [{ name: "joins", as: "super", path: "/admin/joins?from_id=10&to_id=2" }],
};
