import type { Pages } from "~/web/page";

export const pages = {
  "/settlements/needs-you": { page: "needs-you.tsx" },
} satisfies Pages;
