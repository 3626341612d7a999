import type { Asked } from "../../../../e2e/support/asked";
import { SIGNED_IN } from "../../../../e2e/support/rows";

/** What tests ask of releases. */
export const asked: Asked = {
  answers: {
    "/releases": SIGNED_IN,
  },
  pages: {
    manager: ["/releases"],
  },
  shots: [{ name: "releases", as: "manager", path: "/releases" }],
};
