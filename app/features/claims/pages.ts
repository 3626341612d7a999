import type { Pages } from "~/web/page";

export const pages = {
  "/settlements/claims": { listed: "/settlements/needs-you" },
  "/settlements/claims/:claimId": { listed: "/settlements/needs-you" },
  "/settlements/claims/:claimId/handover": { page: "handover.tsx" },
  "/settlements/claims/:claimId/payable": { page: "payable.tsx" },
  "/settlements/needs-you": { page: "needs-you.tsx" },
} satisfies Pages;
