import type { Pages } from "~/web/page";

export const pages = {
  "/releases": {
    page: "releases.tsx",
    menu: {
      label: "What's new",
      place: 120,
      icon: "news",
      foot: true,
      for: "everyone",
      dialog: "main",
      counts: "news",
    },
  },
} satisfies Pages;
