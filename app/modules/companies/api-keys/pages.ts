import type { Pages } from "~/web/page";

export const pages = {
  "/company/api-keys": { page: "api-keys.tsx", tab: { label: "API keys", place: 90, reads: "admin" } },
  "/company/api-keys/:keyId/revocation": { page: "api-key-revocation.tsx" },
} satisfies Pages;
