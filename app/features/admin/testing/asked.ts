import type { Asked } from "../../../../e2e/support/asked";
import type { Row } from "../../../../e2e/support/rows";

/** What super users alone open; others don't learn that it is there. */
const SUPER: Row = { nobody: 302, super: 200, else: 404 };
/** Who has not asked to see as the company sees is sent to ask. */
const EYES: Row = { ...SUPER, super: 302 };

/** What tests ask of the admin pages. */
export const asked: Asked = {
  answers: {
    "/admin": SUPER,
    "/admin/acts": SUPER,
    "/admin/companies": SUPER,
    "/admin/companies/:companyId": SUPER,
    "/admin/companies/:companyId/as": SUPER,
    "/admin/companies/:companyId/as/jobs": EYES,
    "/admin/companies/:companyId/as/jobs/:jobId": EYES,
    "/admin/companies/:companyId/as/production": EYES,
    "/admin/companies/:companyId/as/trip-tickets": EYES,
    "/admin/companies/:companyId/as/trip-tickets/:ticketId": EYES,
    "/admin/companies/:companyId/deletion": SUPER,
    "/admin/companies/:companyId/features": SUPER,
    "/admin/companies/:companyId/plan": SUPER,
    "/admin/jobs": SUPER,
    "/admin/jobs/:jobId": SUPER,
    "/admin/leads": SUPER,
    "/admin/leads/:leadId": SUPER,
    "/admin/users": SUPER,
    "/admin/users/:userId": SUPER,
    "/admin/users/:userId/disabling": SUPER,
    "/admin/users/:userId/rights": SUPER,
    "/admin/users/:userId/sessions": SUPER,
  },
  params: { leadId: "1" },
  pages: {
    super: [
      "/admin",
      "/admin/acts",
      "/admin/companies",
      "/admin/companies/1",
      "/admin/companies/1/features",
      "/admin/jobs/1",
      "/admin/leads",
      "/admin/leads/1",
      "/admin/users?show=super",
      "/admin/users/2",
      "/admin/users/2/disabling",
    ],
  },
  alike: {
    super: [
      "/admin/companies?q=nobody-has-this",
      "/admin/companies/1/as",
      "{eyes}/jobs",
      "{eyes}/jobs/1",
      "{eyes}/production",
      "{eyes}/trip-tickets",
      "{eyes}/trip-tickets/1",
      "/admin/companies/1/deletion",
      "/admin/companies/1/plan",
      "/admin/jobs",
      "/admin/users/2/rights",
      "/admin/users/2/sessions",
    ],
  },
  forms: {
    super: [
      "/admin/companies/1/as",
      "/admin/companies/1/features",
      "/admin/companies/1/plan",
      "/admin/leads/1",
      "/admin/users/2/disabling",
      "/admin/users/2/rights",
      "/admin/users/2/sessions",
      "/admin/users/2/contacts",
    ],
  },
  shots: [
    { name: "admin", as: "super", path: "/admin" },
    { name: "admin-companies", as: "super", path: "/admin/companies" },
    { name: "admin-company", as: "super", path: "/admin/companies/1" },
    { name: "admin-lead", as: "super", path: "/admin/leads/1" },
    { name: "admin-user", as: "super", path: "/admin/users/2" },
  ],
};
