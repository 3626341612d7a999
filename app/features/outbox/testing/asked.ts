import type { Asked } from "../../../../e2e/support/asked";

/** What tests ask of the outbox. */
export const asked: Asked = {
  answers: {
    "/admin/outbox": { nobody: 302, super: 200, else: 404 },
  },
  pages: {
    super: ["/admin/outbox"],
  },
};
