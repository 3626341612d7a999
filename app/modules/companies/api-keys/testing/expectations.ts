import type { Expectations } from "../../../../../e2e/support/expectations";
import { ANY_COMPANY, NOT_FOUND_FOR_ALL } from "../../../../../e2e/support/rows";

/** Test expectations for API keys. */
export const expectations: Expectations = {
  answers: {
    "/company/api-keys": ANY_COMPANY,
    "/company/api-keys/:keyId/revocation": NOT_FOUND_FOR_ALL,
  },
  params: {
    keyId: "987654",
  },
  pages: {
    manager: ["/company/api-keys"],
  },
  alike: {
    manager: ["{key}/revocation"],
  },
  forms: {
    manager: ["/company/api-keys"],
  },
  shots: [{ name: "api-keys", as: "manager", path: "/company/api-keys" }],
};
