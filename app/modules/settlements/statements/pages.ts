import type { Pages } from "~/web/page";

export const pages = {
  "/settlements/statements": { page: "statements.tsx" },
  "/settlements/statements/:statementId": { page: "statement.tsx", frame: true },
  "/settlements/statements/:statementId/file": { page: "statement-file.ts", bare: true },
  "/settlements/to-receive": { page: "to-receive.tsx" },
  "/settlements/year": { listed: "/settlements/statements" },
  "/settlements/year/:year": { page: "year.tsx" },
  "/settlements/year/:year/file": { page: "year-file.ts", bare: true },
} satisfies Pages;
