import type { Pages } from "~/web/page";

export const pages = {
  "/settlements/fuel": { page: "fuel.tsx" },
} satisfies Pages;
