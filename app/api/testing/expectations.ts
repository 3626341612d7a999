import type { Expectations } from "../../../e2e/support/expectations";

/** Test expectations for the API as a whole. */
export const expectations: Expectations = {
  answers: {
    "/api/*": { else: 404 },
    "/api/docs": { else: 200 },
    "/api/openapi.json": { else: 200 },
    "/v1/*": { else: 404 },
  },
  pages: {
    manager: ["/api/docs", "/no-such-page"],
  },
  shots: [{ name: "api-docs", as: "manager", path: "/api/docs" }],
};
