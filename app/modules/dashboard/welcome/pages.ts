import type { Pages } from "~/web/page";

export const pages = {
  "/welcome": { page: "welcome.tsx" },
} satisfies Pages;
