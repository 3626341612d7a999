import type { Pages } from "~/web/page";

export const pages = {
  "/production": {
    page: "production.tsx",
    menu: { label: "Production", place: 50, icon: "production", reads: "trip_ticket" },
  },
  "/production/file": { page: "production-file.ts", bare: true },
  "/production/goals": { listed: "/production" },
  "/production/goals/:goalId": { page: "goal.tsx", frame: true },
  "/production/goals/:goalId/deletion": { page: "goal-deletion.tsx" },
  "/production/goals/new": { page: "new-goal.tsx" },
} satisfies Pages;
