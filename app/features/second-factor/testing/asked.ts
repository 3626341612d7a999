import type { Asked } from "../../../../e2e/support/asked";
import { COMPANY, SIGNED_IN } from "../../../../e2e/support/rows";

/** What tests ask of the second factor. */
export const asked: Asked = {
  answers: {
    "/company/second-factor": COMPANY,
    "/login/code": { else: 302 },
    "/profile/second-factor": SIGNED_IN,
    "/profile/second-factor/removal": SIGNED_IN,
  },
  pages: { manager: ["/company/second-factor", "/profile/second-factor", "/profile/second-factor/removal"] },
  alike: {},
  forms: { manager: ["/profile/second-factor", "/profile/second-factor/removal", "/company/second-factor"] },
  shots: [{ name: "second-factor", as: "manager", path: "/profile/second-factor" }],
};
