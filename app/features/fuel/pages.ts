import type { Pages } from "~/web/page";

export const pages = {
  "/settlements/fuel": { page: "fuel.tsx" },
  "/settlements/fuel/rules": { listed: "/settlements/fuel" },
  "/settlements/fuel/rules/:fuelRuleId": { page: "rule.tsx" },
  "/settlements/fuel/rules/new": { page: "new-rule.tsx" },
} satisfies Pages;
