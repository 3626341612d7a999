import type { Expectations } from "../../../../e2e/support/expectations";
import { API_COMPANY, COMPANY, NO_GET, NO_SUCH } from "../../../../e2e/support/rows";

const PERSON = { first_name: "Gail", last_name: "Roads", phone_number: "989-555-0142" };
const WHO = { name: "Gravel Roads Hauling", ...PERSON };

/** Test expectations for the companies that another one recorded. */
export const expectations: Expectations = {
  answers: {
    "/company/contacts": COMPANY,
    "/company/contacts/:contactId": NO_SUCH,
    "/company/contacts/:contactId/deletion": NO_SUCH,
    "/company/contacts/:contactId/invitation": NO_SUCH,
    "/api/contacts": API_COMPANY,
    "/api/contacts/:contact_id": { ...API_COMPANY, else: 404 },
    "/api/contacts/:contact_id/invitation": NO_GET,
  },
  params: { contactId: "987654", contact_id: "987654" },
  bodies: {
    addContact: { ...WHO, roles: [] },
    saveContact: { ...WHO, version: 2, roles: ["is_hauler"] },
    deleteContact: { version: 2 },
    inviteContact: PERSON,
  },
  good: {
    addContact: { ...WHO, name: "Gravel Road Hauling", roles: ["is_hauler"], works_for_us: true },
    saveContact: { ...WHO, version: 2, roles: ["is_hauler"] },
    deleteContact: { version: 2 },
    inviteContact: PERSON,
  },
  pages: { manager: ["/company/contacts"] },
  alike: { manager: ["{contact}", "{contact}/invitation", "{contact}/deletion"] },
  forms: { manager: ["/company/contacts", "{contact}", "{contact}/deletion", "{contact}/invitation"] },
  shots: [{ name: "contacts", as: "manager", path: "/company/contacts" }],
};
