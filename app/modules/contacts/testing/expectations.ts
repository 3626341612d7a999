import type { Expectations } from "../../../../e2e/support/expectations";
import {
  ANY_COMPANY,
  API_ANY_COMPANY,
  GET_NOT_ALLOWED,
  NOT_FOUND_FOR_ALL,
} from "../../../../e2e/support/rows";

const PERSON = { first_name: "Gail", last_name: "Roads", phone_number: "989-555-0142" };
const WHO = { name: "Gravel Roads Hauling", ...PERSON };

/** Test expectations for contacts. */
export const expectations: Expectations = {
  answers: {
    "/company/contacts": ANY_COMPANY,
    "/company/contacts/:contactId": NOT_FOUND_FOR_ALL,
    "/company/contacts/:contactId/deletion": NOT_FOUND_FOR_ALL,
    "/company/contacts/:contactId/invitation": NOT_FOUND_FOR_ALL,
    "/api/contacts": API_ANY_COMPANY,
    "/api/contacts/:contact_id": { ...API_ANY_COMPANY, else: 404 },
    "/api/contacts/:contact_id/invitation": GET_NOT_ALLOWED,
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
