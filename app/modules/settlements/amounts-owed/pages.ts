import type { Pages } from "~/web/page";

export const pages = {
  "/jobs/:jobId/money": {
    page: "job-money.tsx",
    section: { tab: "Money", label: "Money", place: 80, door: "pay" },
  },
  "/jobs/:jobId/money/lines": { page: "job-money-lines.tsx" },
  "/settlements/claims": { listed: "/settlements/needs-you" },
  "/settlements/claims/:claimId": { listed: "/settlements/needs-you" },
  "/settlements/claims/:claimId/handover": { page: "handover.tsx" },
  "/settlements/claims/:claimId/payable": { page: "payable.tsx" },
  "/settlements/needs-you": { page: "needs-you.tsx" },
} satisfies Pages;
