import type { Pages } from "~/web/page";

export const pages = {
  "/support": {
    page: "support.tsx",
    menu: { label: "Support", place: 125, icon: "comment", foot: true, for: "everyone" },
  },
  "/support/:threadId": { page: "thread.tsx", frame: true },
} satisfies Pages;
