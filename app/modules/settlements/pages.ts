import type { Pages } from "~/web/page";

export const pages = {
  "/settlements": {
    page: "settlements.tsx",
    frame: "frame.tsx",
    menu: { label: "Settlements", place: 60, icon: "money", reads: "settlement", for: "everyone" },
  },
  "/settlements/adjustments": { page: "adjustments.tsx" },
  "/settlements/adjustments/:adjustmentId": { listed: "/settlements/adjustments" },
  "/settlements/adjustments/:adjustmentId/cancellation": { page: "cancellation.tsx" },
  "/settlements/adjustments/new": { page: "new-adjustment.tsx" },
  "/settlements/closing": { page: "closing.tsx" },
  "/settlements/new": { page: "new.tsx" },
  "/settlements/rules": { page: "rules.tsx" },
  "/settlements/rules/:ruleId": { listed: "/settlements/rules" },
  "/settlements/rules/:ruleId/deletion": { page: "rule-deletion.tsx" },
  "/settlements/runs": { listed: "/settlements" },
  "/settlements/runs/:runId": { page: "run.tsx" },
  "/settlements/runs/:runId/dropping": { post: "/settlements/runs/:runId" },
  "/settlements/settings": { page: "settings.tsx" },
  "/settlements/statements/:statementId/lines": { listed: "/settlements/statements/:statementId" },
  "/settlements/statements/:statementId/lines/:seq": { page: "line.tsx" },
  "/settlements/statements/:statementId/payment": { page: "payment.tsx" },
  "/settlements/statements/:statementId/reversal": { page: "reversal.tsx" },
  "/settlements/statements/:statementId/voiding": { page: "voiding.tsx" },
  "/settlements/trial": { post: "/settlements" },
  "/settlements/trial-offer": { post: "/settlements" },
} satisfies Pages;
