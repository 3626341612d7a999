import type { Pages } from "~/web/page";

export const pages = {
  "/welcome/sample": { post: "/welcome" },
  "/welcome/sample/removal": { post: "/welcome" },
} satisfies Pages;
