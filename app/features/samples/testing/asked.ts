import type { Asked } from "../../../../e2e/support/asked";

/** What tests ask of the sample job: two small forms of the welcome page. */
export const asked: Asked = {
  answers: {
    "/welcome/sample": { else: 302 },
    "/welcome/sample/removal": { else: 302 },
  },
};
