import type { Pages } from "~/web/page";

export const pages = {
  "/company/certifications": {
    page: "certifications.tsx",
    tab: { label: "Certifications", place: 50, reads: "certification" },
  },
  "/company/certifications/:certificationId": { page: "certification.tsx", frame: true },
  "/company/certifications/:certificationId/removal": { page: "certification-removal.tsx" },
  "/company/certifications/groups": { page: "groups.ts", bare: true, listed: "/company/certifications" },
  "/company/certifications/groups/:groupId": { page: "group.tsx", frame: true },
  "/company/certifications/groups/:groupId/ending": { page: "group-ending.tsx" },
  "/company/certifications/groups/new": { page: "new-group.tsx" },
  "/company/certifications/new": { page: "new-certification.tsx" },
  "/company/certifications/requests": { page: "requests.ts", bare: true, listed: "/company/certifications" },
  "/company/certifications/requests/:requestId": { page: "request.tsx" },
  "/company/certifications/requests/:requestId/acceptance": { post: "/company/certifications" },
  "/company/certifications/requests/:requestId/rejection": { post: "/company/certifications" },
  "/company/certifications/requests/new": { page: "new-request.tsx" },
} satisfies Pages;
