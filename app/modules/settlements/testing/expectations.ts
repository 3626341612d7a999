import type { Expectations } from "../../../../e2e/support/expectations";
import { API_COMPANY, COMPANY, EXPORTS, NO_GET, NO_SUCH } from "../../../../e2e/support/rows";

const NONE = "987654";
const POSTED = { else: 302 };
/** The demo's first statement: the manager pays it, the hauler reads it. */
const PAYERS = { ...NO_SUCH, manager: 200, hauler: 403 };
const API_NO_SUCH = { nobody: 401, else: 404 };
const RECEIVER = { receiving_company_id: 987_654, expected_cents: 1, expected_lines: 1 };
const RULE = {
  receiving_company_id: 987_654,
  kind: "deduction",
  amount: "5",
  words: "Insurance",
  starts_on: "2026-01-01",
};

/** Valid bodies that are refused to everybody because of what they name. */
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
    "/settlements/adjustments": COMPANY,
    "/settlements/adjustments/:adjustmentId/cancellation": NO_SUCH,
    "/settlements/adjustments/new": EXPORTS,
    "/settlements/closing": COMPANY,
    "/settlements/new": EXPORTS,
    "/settlements/rules": COMPANY,
    "/settlements/rules/:ruleId/deletion": NO_SUCH,
    "/settlements/runs/:runId": NO_SUCH,
    "/settlements/runs/:runId/dropping": POSTED,
    "/settlements/settings": COMPANY,
    "/settlements/statements/:statementId/lines/:seq": { ...NO_SUCH, manager: 200, hauler: 200 },
    "/settlements/statements/:statementId/payment": PAYERS,
    "/settlements/statements/:statementId/reversal": PAYERS,
    "/settlements/statements/:statementId/voiding": PAYERS,
    "/settlements/trial": POSTED,
    "/settlements/trial-offer": POSTED,
    "/api/settlements/adjustments": API_COMPANY,
    "/api/settlements/adjustments/:settlement_adjustment_id": NO_GET,
    "/api/settlements/balances": API_COMPANY,
    "/api/settlements/payments/:settlement_payment_id/reversal": NO_GET,
    "/api/settlements/preview": NO_GET,
    "/api/settlements/rules": API_COMPANY,
    "/api/settlements/rules/:settlement_rule_id": NO_GET,
    "/api/settlements/runs": NO_GET,
    "/api/settlements/runs/:settlement_run_id": API_NO_SUCH,
    "/api/settlements/statements": API_COMPANY,
    "/api/settlements/statements/:settlement_statement_id": API_NO_SUCH,
    "/api/settlements/statements/:settlement_statement_id/lines": API_NO_SUCH,
    "/api/settlements/statements/:settlement_statement_id/payments": NO_GET,
    "/api/settlements/statements/:settlement_statement_id/posting": NO_GET,
    "/api/settlements/statements/:settlement_statement_id/voiding": NO_GET,
    "/api/settlements/trial": API_COMPANY,
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
