import type { Pages } from "~/web/page";
import { getMaxFormMegabytes } from "../../../lib/files/file-sizes";

export const pages = {
  "/jobs/:jobId/accept": { page: "accept.tsx" },
  "/jobs/:jobId/acceptance-draft": { post: "/jobs/:jobId/accept" },
  "/jobs/:jobId/companies": {
    page: "companies.tsx",
    section: { tab: "People", label: "Companies", place: 90, door: "companies" },
  },
  "/jobs/:jobId/companies/:companyId/contracts": { listed: "/jobs/:jobId/companies" },
  "/jobs/:jobId/companies/:companyId/contracts/:role": {
    page: "contract.tsx",
    upload: getMaxFormMegabytes("pdf"),
  },
  "/jobs/:jobId/companies/:companyId/contracts/:role/file": { page: "contract-file.ts", bare: true },
  "/jobs/:jobId/companies/:companyId/invitation": { page: "invitation.tsx" },
  "/jobs/:jobId/companies/:companyId/removal": { page: "removal.tsx" },
  "/jobs/:jobId/companies/new": { page: "new-company.tsx" },
  "/jobs/:jobId/crews": { post: "/jobs/:jobId/companies" },
  "/jobs/:jobId/decline": { page: "decline.tsx" },
} satisfies Pages;
