import type { Asked } from "../../../../e2e/support/asked";

/** What tests ask of the work queue. */
export const asked: Asked = {
  answers: {
    "/admin/work": { nobody: 302, super: 200, else: 404 },
  },
  pages: {
    super: ["/admin/work"],
  },
};
