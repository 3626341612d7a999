import type { Pages } from "~/web/page";
import { getMaxFormMegabytes } from "../../lib/files/file-sizes";

export const pages = {
  "/companies": { page: "companies.tsx" },
  "/companies/:companyId": { page: "other-company.tsx" },
  "/companies/:companyId/logo/:key": { page: "logo-image.ts", bare: true },
  "/company": {
    page: "company.tsx",
    frame: "frame.tsx",
    tab: { label: "Company", place: 10, reads: "company" },
    menu: { label: "Company", place: 80, icon: "company", for: "everyone", counts: "requests" },
  },
  "/company/crews/:crewId/preset": { page: "crew-preset.tsx" },
  "/company/crews/:crewId/preset-undo": { post: "/company/permissions" },
  "/company/edit": { page: "edit.tsx" },
  "/company/land-owners": { page: "land-owners.tsx", tab: { label: "Land owners", place: 60, reads: "job" } },
  "/company/land-owners/:landOwnerId": { page: "land-owner.tsx", frame: true },
  "/company/land-owners/:landOwnerId/deletion": { page: "land-owner-deletion.tsx" },
  "/company/logo": { page: "logo.tsx", upload: getMaxFormMegabytes("photo") },
  "/company/logo-removal": { post: "/company/logo" },
  "/company/permissions": {
    page: "permissions.tsx",
    tab: { label: "Permissions", place: 80, reads: "admin" },
  },
  "/onboarding": { page: "onboarding.tsx" },
  "/onboarding/back": { post: "/onboarding" },
  "/onboarding/choose-company-perspective": { page: "choose-company-perspective.tsx" },
  "/onboarding/create-company": { page: "create-company.tsx" },
  "/onboarding/finish": { post: "/onboarding" },
  "/onboarding/invite-team": { page: "invite-team.tsx" },
  "/onboarding/join-company": { page: "join-company.tsx" },
  "/onboarding/start": { post: "/onboarding" },
  "/onboarding/withdrawal": { post: "/onboarding/join-company" },
} satisfies Pages;
