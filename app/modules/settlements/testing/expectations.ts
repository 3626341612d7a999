import type { Expectations } from "../../../../e2e/support/expectations";
import {
  ANY_COMPANY,
  API_ANY_COMPANY,
  EXPORT_PAGES,
  GET_NOT_ALLOWED,
  NOT_FOUND_FOR_ALL,
} from "../../../../e2e/support/rows";

const NONE = "987654";
const POSTED = { else: 302 };
/** Expected status codes for the demo's first statement: the manager pays it, and the hauler receives it. */
const PAYERS = { ...NOT_FOUND_FOR_ALL, manager: 200, hauler: 403 };
const API_NO_SUCH = { nobody: 401, else: 404 };
const RECEIVER = { receiving_company_id: 987_654, expected_cents: 1, expected_lines: 1 };
const RULE = {
  receiving_company_id: 987_654,
  kind: "deduction",
  amount: "5",
  words: "Insurance",
  starts_on: "2026-01-01",
};

/** Valid request bodies that are refused for everyone, because they name missing records. */
const BODIES = {
  previewStatements: { period_end: "2099-01-01" },
  createStatements: { period_end: "2099-01-01", receivers: [RECEIVER] },
  dropSettlementRun: {},
  draftStatement: { period_end: "2099-01-01", receiving_company_id: 987_654 },
  deleteDraft: {},
  postStatement: { expected_cents: 1, expected_lines: 1 },
  recordPayment: { amount: "12.50", method: "check", paid_on: "2026-01-01" },
  voidStatement: { reason: "Wrong" },
  reversePayment: { reason: "Bounced" },
  addAdjustment: {
    receiving_company_id: 987_654,
    kind: "addition",
    amount: "12.50",
    words: "Road work",
    due_on: "2026-01-01",
  },
  cancelAdjustment: {},
  addSettlementRule: RULE,
  deleteSettlementRule: {},
};

/** Test expectations for settlements. */
export const expectations: Expectations = {
  answers: {
    "/settlements": { nobody: 302, multi: 302, else: 200 },
    "/settlements/adjustments": ANY_COMPANY,
    "/settlements/adjustments/:adjustmentId/cancellation": NOT_FOUND_FOR_ALL,
    "/settlements/adjustments/new": EXPORT_PAGES,
    "/settlements/closing": ANY_COMPANY,
    "/settlements/new": EXPORT_PAGES,
    "/settlements/rules": ANY_COMPANY,
    "/settlements/rules/:ruleId/deletion": NOT_FOUND_FOR_ALL,
    "/settlements/runs/:runId": NOT_FOUND_FOR_ALL,
    "/settlements/runs/:runId/dropping": POSTED,
    "/settlements/settings": ANY_COMPANY,
    "/settlements/statements/:statementId/lines/:seq": { ...NOT_FOUND_FOR_ALL, manager: 200, hauler: 200 },
    "/settlements/statements/:statementId/payment": PAYERS,
    "/settlements/statements/:statementId/reversal": PAYERS,
    "/settlements/statements/:statementId/voiding": PAYERS,
    "/settlements/trial": POSTED,
    "/settlements/trial-offer": POSTED,
    "/api/settlements/adjustments": API_ANY_COMPANY,
    "/api/settlements/adjustments/:settlement_adjustment_id": GET_NOT_ALLOWED,
    "/api/settlements/balances": API_ANY_COMPANY,
    "/api/settlements/payments/:settlement_payment_id/reversal": GET_NOT_ALLOWED,
    "/api/settlements/preview": GET_NOT_ALLOWED,
    "/api/settlements/rules": API_ANY_COMPANY,
    "/api/settlements/rules/:settlement_rule_id": GET_NOT_ALLOWED,
    "/api/settlements/runs": GET_NOT_ALLOWED,
    "/api/settlements/runs/:settlement_run_id": API_NO_SUCH,
    "/api/settlements/statements": API_ANY_COMPANY,
    "/api/settlements/statements/:settlement_statement_id": API_NO_SUCH,
    "/api/settlements/statements/:settlement_statement_id/lines": API_NO_SUCH,
    "/api/settlements/statements/:settlement_statement_id/payments": GET_NOT_ALLOWED,
    "/api/settlements/statements/:settlement_statement_id/posting": GET_NOT_ALLOWED,
    "/api/settlements/statements/:settlement_statement_id/voiding": GET_NOT_ALLOWED,
    "/api/settlements/trial": API_ANY_COMPANY,
  },
  params: {
    adjustmentId: NONE,
    ruleId: NONE,
    seq: "1",
    settlement_adjustment_id: NONE,
    settlement_payment_id: NONE,
    settlement_rule_id: NONE,
    settlement_run_id: NONE,
    settlement_statement_id: NONE,
    statementId: "1",
  },
  bodies: { ...BODIES, createSettlementsTrial: { starts: "no" } },
  good: { ...BODIES, createSettlementsTrial: { starts: true } },
  pages: {
    manager: [
      "/settlements",
      "/settlements/new",
      "/settlements/adjustments",
      "/settlements/adjustments/new",
      "/settlements/rules",
      "/settlements/settings",
      "/settlements/closing",
    ],
    hauler: ["/settlements"],
  },
  alike: {
    manager: [
      "{adjustment}/cancellation",
      "{settlement_rule}/deletion",
      "{settlement_run}",
      "{settled}/lines/1",
      "{settled}/payment",
      "{settled}/reversal",
      "{settled}/voiding",
    ],
  },
  forms: {
    manager: [
      "/settlements/adjustments/new",
      "/settlements/rules",
      "/settlements/settings",
      "/settlements/closing",
    ],
  },
  shots: [
    { name: "settlements", as: "manager", path: "/settlements" },
    { name: "settlements-hauler", as: "hauler", path: "/settlements" },
    { name: "settlements-new", as: "manager", path: "/settlements/new" },
    { name: "settlements-adjustments", as: "manager", path: "/settlements/adjustments" },
    { name: "settlements-adjustment-new", as: "manager", path: "/settlements/adjustments/new" },
    { name: "settlements-rules", as: "manager", path: "/settlements/rules" },
    { name: "settlements-settings", as: "manager", path: "/settlements/settings" },
  ],
};
