import type { Pages } from "~/web/page";

export const pages = {
  "/company/api-keys": { page: "api-keys.tsx" },
  "/company/api-keys/:keyId/revocation": { page: "api-key-revocation.tsx" },
} satisfies Pages;
