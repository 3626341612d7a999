import type { Pages } from "~/web/page";

export const pages = {
  "/releases": { page: "releases.tsx" },
} satisfies Pages;
