import { getJobChecks } from "~/features/checks/checks.server";
import { exportTickets, getTicketExport } from "~/features/exports/api.server";
import { acceptStatement } from "~/features/reconcile/accept.server";
import { getStatement } from "~/features/reconcile/statement-page.server";
import { addStatement, mapStatement } from "~/features/reconcile/statements.server";
import * as answers from "./answers-exchange";
import type { RestCalls } from "./rest.server";

/** Calls that carry tickets to other systems and back: exports, statements of mills, what does not add up. */
export const EXCHANGE_CALLS = {
  "/api/trip-tickets/export": {
    POST: {
      summary: "Start an export of trip tickets; fetch its file when it is ready",
      procedure: exportTickets,
      status: 202,
      answer: answers.exportBegun,
    },
  },
  "/api/trip-tickets/exports/{export_id}": {
    GET: {
      summary: "Read an export's progress and where its file is",
      procedure: getTicketExport,
      params: ["export_id"],
      answer: answers.exportRun,
    },
  },
  "/api/trip-tickets/reconcile": {
    POST: {
      summary: "Read a mill's statement, as text with a heading line",
      procedure: addStatement,
      status: 201,
      answer: answers.statementAdded,
    },
  },
  "/api/trip-tickets/reconcile/{statement_id}": {
    GET: {
      summary: "A statement's three lists: matched, only the mill's, only yours (skip and take apply)",
      procedure: getStatement,
      params: ["statement_id"],
      answer: answers.statement,
    },
    PUT: {
      summary: "Say what each column means; remembered for the mill",
      procedure: mapStatement,
      params: ["statement_id"],
      answer: answers.statementChanged,
    },
  },
  "/api/trip-tickets/reconcile/{statement_id}/acceptance": {
    POST: {
      summary:
        "Accept matched lines as they were read (mapped_at): the mill's values go to the tickets, once",
      procedure: acceptStatement,
      params: ["statement_id"],
      answer: answers.statementAccepted,
    },
  },
  "/api/jobs/{job_id}/checks": {
    GET: {
      summary: "What doesn't add up on a job; days: unscaled for longer than this many days",
      procedure: getJobChecks,
      params: ["job_id"],
      answer: answers.jobChecks,
    },
  },
} as const satisfies Record<string, RestCalls>;
