import type { Asked } from "../../../../e2e/support/asked";
import { COMPANY, NO_SUCH } from "../../../../e2e/support/rows";

/** What tests ask of the companies that another one recorded. */
export const asked: Asked = {
  answers: {
    "/company/contacts": COMPANY,
    "/company/contacts/:contactId": NO_SUCH,
    "/company/contacts/:contactId/deletion": NO_SUCH,
    "/company/contacts/:contactId/invitation": NO_SUCH,
  },
  params: { contactId: "987654" },
  pages: { manager: ["/company/contacts"] },
  alike: { manager: ["{contact}", "{contact}/invitation", "{contact}/deletion"] },
  forms: { manager: ["/company/contacts", "{contact}", "{contact}/deletion", "{contact}/invitation"] },
  shots: [{ name: "contacts", as: "manager", path: "/company/contacts" }],
};
