import type { Expectations } from "../../../../e2e/support/expectations";
import { GET_NOT_ALLOWED, SIGNED_IN } from "../../../../e2e/support/rows";

/** Test expectations for the sales form. */
export const expectations: Expectations = {
  answers: {
    "/contact-sales": SIGNED_IN,
    "/api/leads": GET_NOT_ALLOWED,
  },
  bodies: {
    createLead: { company_name: "" },
  },
  good: {
    createLead: {
      company_name: "Fine",
      first_name: "A",
      last_name: "B",
      email: "a@example.test",
      phone_number: "9065550101",
    },
  },
  pages: {
    manager: ["/contact-sales"],
  },
  forms: {
    manager: ["/contact-sales"],
  },
};
