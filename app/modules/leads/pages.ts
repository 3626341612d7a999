import type { Pages } from "~/web/page";

export const pages = {
  "/contact-sales": { page: "contact-sales.tsx" },
} satisfies Pages;
