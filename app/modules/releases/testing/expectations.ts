import type { Expectations } from "../../../../e2e/support/expectations";
import { SIGNED_IN } from "../../../../e2e/support/rows";

/** Test expectations for releases. */
export const expectations: Expectations = {
  answers: {
    "/releases": SIGNED_IN,
  },
  pages: {
    manager: ["/releases"],
  },
  shots: [{ name: "releases", as: "manager", path: "/releases" }],
};
