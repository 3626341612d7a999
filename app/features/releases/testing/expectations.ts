import type { Expectations } from "../../../../e2e/support/expectations";
import { SIGNED_IN } from "../../../../e2e/support/rows";

/** What tests ask of releases. */
export const expectations: Expectations = {
  answers: {
    "/releases": SIGNED_IN,
  },
  pages: {
    manager: ["/releases"],
  },
  shots: [{ name: "releases", as: "manager", path: "/releases" }],
};
