import type { Pages } from "~/web/page";

export const pages = {
  "/": { page: "dashboard.tsx", menu: { label: "Dashboard", place: 10, icon: "home", counts: "unread" } },
  "/more": { page: "more.tsx" },
} satisfies Pages;
