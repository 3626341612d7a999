import type { Pages } from "~/web/page";

export const pages = {
  "/company/contacts": { page: "contacts.tsx", tab: { label: "Contacts", place: 55, reads: "job_company" } },
  "/company/contacts/:contactId": { page: "contact.tsx", frame: true },
  "/company/contacts/:contactId/deletion": { page: "contact-deletion.tsx" },
  "/company/contacts/:contactId/invitation": { page: "contact-invitation.tsx" },
} satisfies Pages;
