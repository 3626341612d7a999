import type { Pages } from "~/web/page";

export const pages = {
  "/admin": {
    page: "health.tsx",
    frame: "frame.tsx",
    menu: { label: "Admin", place: 140, icon: "outbox", foot: true, for: "super" },
  },
  "/admin/acts": { page: "acts.tsx" },
  "/admin/companies": { page: "companies.tsx" },
  "/admin/companies/:companyId": { page: "company.tsx", frame: true },
  "/admin/companies/:companyId/as": { page: "as.tsx" },
  "/admin/companies/:companyId/as/jobs": { page: "as-jobs.tsx" },
  "/admin/companies/:companyId/as/jobs/:jobId": { page: "as-job.tsx" },
  "/admin/companies/:companyId/as/production": { page: "as-production.tsx" },
  "/admin/companies/:companyId/as/trip-tickets": { page: "as-tickets.tsx" },
  "/admin/companies/:companyId/as/trip-tickets/:ticketId": { page: "as-ticket.tsx" },
  "/admin/companies/:companyId/deletion": { page: "company-deletion.tsx" },
  "/admin/companies/:companyId/features": { page: "company-features.tsx" },
  "/admin/companies/:companyId/plan": { page: "company-plan.tsx" },
  "/admin/jobs": { page: "jobs.tsx" },
  "/admin/jobs/:jobId": { page: "job.tsx" },
  "/admin/users": { page: "users.tsx" },
  "/admin/users/:userId": { page: "user.tsx", frame: true },
  "/admin/users/:userId/disabling": { page: "user-disabling.tsx" },
  "/admin/users/:userId/rights": { page: "user-rights.tsx" },
  "/admin/users/:userId/sessions": { page: "user-sessions.tsx" },
} satisfies Pages;
