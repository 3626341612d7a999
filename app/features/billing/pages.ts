import type { Pages } from "~/web/page";

export const pages = {
  "/company/subscription": { page: "subscription.tsx" },
} satisfies Pages;
