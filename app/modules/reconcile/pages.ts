import type { Pages } from "~/web/page";
import { getMaxFormMegabytes } from "../../lib/files/file-sizes";

export const pages = {
  "/trip-tickets/reconcile": {
    page: "reconcile.tsx",
    frame: "frame.tsx",
    upload: getMaxFormMegabytes("table"),
  },
  "/trip-tickets/reconcile/:statementId": { page: "statement.tsx", frame: "statement-frame.tsx" },
  "/trip-tickets/reconcile/:statementId/acceptance": { post: "/trip-tickets/reconcile/:statementId" },
  "/trip-tickets/reconcile/:statementId/columns": { page: "statement-columns.tsx" },
  "/trip-tickets/reconcile/:statementId/publication": { post: "/trip-tickets/reconcile/:statementId" },
  "/trip-tickets/reconcile/:statementId/removal": { post: "/trip-tickets/reconcile/:statementId" },
  "/trip-tickets/reconcile/:statementId/taking-back": { post: "/trip-tickets/reconcile/:statementId" },
  "/trip-tickets/reconcile/tolerance": { page: "tolerance.tsx" },
} satisfies Pages;
