import type { ApiCalls, ApiSection } from "~/web/rest-call";
import { addAdjustment, cancelAdjustment, listAdjustments } from "./data/adjustments.server";
import { createStatements } from "./data/make.server";
import { previewStatements } from "./data/preview.server";
import {
  addSettlementRule,
  deleteSettlementRule,
  listBalances,
  listSettlementRules,
} from "./data/rules.server";
import { dropSettlementRun, getSettlementRun } from "./data/runs.server";
import { listStatementLines } from "./data/statement-lines.server";
import {
  deleteDraft,
  draftStatement,
  getSettlementStatement,
  listSettlementStatements,
  postStatement,
} from "./data/statements.server";
import { voidStatement } from "./data/void.server";
import { recordPayment, reversePayment } from "./shared/payments.server";
import { createSettlementsTrial, getSettlementsTrial } from "./shared/start-trial.server";

export const about: ApiSection = "Settlements";

/** API calls for statements, their payments and adjustments (docs/settlements.md). */
export const calls: ApiCalls = {
  "POST /api/settlements/preview": {
    summary: "What a statement to each receiver would hold through a day; makes nothing",
    procedure: previewStatements,
    dto: true,
  },
  "POST /api/settlements/runs": {
    summary: "Make and post statements for many receivers, while each comes to what is expected",
    procedure: createStatements,
    status: 201,
    dto: true,
    wakes: true,
  },
  "GET /api/settlements/runs/{settlement_run_id}": {
    summary: "How far along statements that are made in the background are",
    procedure: getSettlementRun,
  },
  "DELETE /api/settlements/runs/{settlement_run_id}": {
    summary: "Stop making statements; those that are posted stay",
    procedure: dropSettlementRun,
  },
  "GET /api/settlements/statements": {
    summary: "List the statements the company makes or gets, newest first",
    procedure: listSettlementStatements,
  },
  "POST /api/settlements/statements": {
    summary: "Make a statement as a draft, which holds its loads",
    procedure: draftStatement,
    status: 201,
    dto: true,
  },
  "GET /api/settlements/statements/{settlement_statement_id}": {
    summary: "Read a statement",
    procedure: getSettlementStatement,
  },
  "GET /api/settlements/statements/{settlement_statement_id}/lines": {
    summary: "List the lines of a statement in their order",
    procedure: listStatementLines,
  },
  "DELETE /api/settlements/statements/{settlement_statement_id}": {
    summary: "Throw a draft away; its loads are open again",
    procedure: deleteDraft,
  },
  "POST /api/settlements/statements/{settlement_statement_id}/posting": {
    summary: "Post a draft, while it comes to what is expected",
    procedure: postStatement,
    dto: true,
  },
  "POST /api/settlements/statements/{settlement_statement_id}/payments": {
    summary: "Record a payment of a statement, all of it or a part",
    procedure: recordPayment,
    status: 201,
    dto: true,
  },
  "POST /api/settlements/statements/{settlement_statement_id}/voiding": {
    summary: "Void a statement; a person only",
    procedure: voidStatement,
    dto: true,
  },
  "POST /api/settlements/payments/{settlement_payment_id}/reversal": {
    summary: "Take a payment back; a person only",
    procedure: reversePayment,
    status: 201,
    dto: true,
  },
  "GET /api/settlements/adjustments": {
    summary: "List what is waiting for a statement or is on one, newest first",
    procedure: listAdjustments,
  },
  "POST /api/settlements/adjustments": {
    summary: "Add what the next statement to a company pays or takes off",
    procedure: addAdjustment,
    status: 201,
    dto: true,
  },
  "DELETE /api/settlements/adjustments/{settlement_adjustment_id}": {
    summary: "Cancel an adjustment that's waiting",
    procedure: cancelAdjustment,
  },
  "GET /api/settlements/balances": {
    summary: "What receivers owe of their advances, and what is held back from them",
    procedure: listBalances,
  },
  "GET /api/settlements/rules": {
    summary: "List what every statement to a company takes off or adds",
    procedure: listSettlementRules,
  },
  "POST /api/settlements/rules": {
    summary: "Have every statement to a company take off or add something",
    procedure: addSettlementRule,
    status: 201,
    dto: true,
  },
  "DELETE /api/settlements/rules/{settlement_rule_id}": {
    summary: "End a rule; what it has taken stays",
    procedure: deleteSettlementRule,
  },
  "GET /api/settlements/trial": {
    summary: "Whether the company has settlements, and whether it may try them",
    procedure: getSettlementsTrial,
  },
  "POST /api/settlements/trial": {
    summary: "Start the 30-day trial of settlements, once for a company",
    procedure: createSettlementsTrial,
  },
};
