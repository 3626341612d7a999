import type { Expectations } from "../../../../e2e/support/expectations";
import { ANY_COMPANY, GET_NOT_ALLOWED, NOT_FOUND_FOR_ALL } from "../../../../e2e/support/rows";

/** Test expectations for reconcile. */
export const expectations: Expectations = {
  answers: {
    "/trip-tickets/reconcile": ANY_COMPANY,
    "/trip-tickets/reconcile/:statementId": NOT_FOUND_FOR_ALL,
    "/trip-tickets/reconcile/:statementId/acceptance": { else: 302 },
    "/trip-tickets/reconcile/:statementId/columns": NOT_FOUND_FOR_ALL,
    "/trip-tickets/reconcile/:statementId/publication": { else: 302 },
    "/trip-tickets/reconcile/:statementId/removal": { else: 302 },
    "/trip-tickets/reconcile/:statementId/taking-back": { else: 302 },
    "/trip-tickets/reconcile/tolerance": ANY_COMPANY,
    "/api/trip-tickets/reconcile/:statement_id/publication": GET_NOT_ALLOWED,
    "/api/trip-tickets/reconcile/:statement_id/taking-back": GET_NOT_ALLOWED,
    "/api/trip-tickets/reconcile": GET_NOT_ALLOWED,
    "/api/trip-tickets/reconcile/:statement_id": { nobody: 401, else: 404 },
    "/api/trip-tickets/reconcile/:statement_id/acceptance": GET_NOT_ALLOWED,
  },
  params: {
    statementId: "987654",
    statement_id: "987654",
  },
  bodies: {
    addStatement: { mill_company_id: 987_654, text: "Ticket,Net\n1042,54800" },
    mapStatement: { trip_ticket_number: "Ticket", net: "Net" },
    acceptStatement: { mapped_at: "2026-11-01T00:00:00.000Z", all: true },
    takeBackStatement: { lines: [1] },
    publishStatement: {},
    deleteStatement: {},
  },
  good: {
    addStatement: { mill_company_id: 5, text: "Ticket,Net\n1042,54800" },
    mapStatement: { trip_ticket_number: "Ticket", net: "Net" },
    acceptStatement: { mapped_at: "2026-11-01T00:00:00.000Z", lines: [1] },
    takeBackStatement: { lines: [1] },
    publishStatement: {},
    deleteStatement: {},
  },
  pages: {
    manager: ["/trip-tickets/reconcile", "/trip-tickets/reconcile/tolerance"],
  },
  alike: {
    manager: ["{statement}", "{statement}/columns"],
  },
  forms: {
    manager: ["/trip-tickets/reconcile", "/trip-tickets/reconcile/tolerance"],
  },
  shots: [{ name: "reconcile", as: "manager", path: "/trip-tickets/reconcile" }],
};
