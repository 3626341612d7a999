import type { Pages } from "~/web/page";

export const pages = {
  "/settlements/fuel": { page: "fuel.tsx" },
  "/settlements/fuel/surcharges": { listed: "/settlements/fuel" },
  "/settlements/fuel/surcharges/:fuelRuleId": { page: "rule.tsx" },
  "/settlements/fuel/surcharges/new": { page: "new-rule.tsx" },
} satisfies Pages;
