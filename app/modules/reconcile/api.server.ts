import type { ApiCalls, ApiSection } from "~/web/rest-call";
import { acceptStatement } from "./data/accept.server";
import { deleteStatement } from "./data/delete-statement.server";
import { publishStatement } from "./data/publish.server";
import { getStatement } from "./data/statement-page.server";
import { addStatement, mapStatement } from "./data/statements.server";
import { takeBackStatement } from "./data/take-back.server";

export const about: ApiSection = "Trip tickets";

/** API calls for mill statements. */
export const calls: ApiCalls = {
  "POST /api/trip-tickets/reconcile": {
    summary: "Read a mill's statement, as text with a heading line",
    procedure: addStatement,
    status: 201,
  },
  "GET /api/trip-tickets/reconcile/{statement_id}": {
    summary: "A statement's three lists: matched, only the mill's, only yours (skip and take apply)",
    procedure: getStatement,
  },
  "PUT /api/trip-tickets/reconcile/{statement_id}": {
    summary: "Say what each column means; remembered for the mill",
    procedure: mapStatement,
  },
  "DELETE /api/trip-tickets/reconcile/{statement_id}": {
    summary: "Delete a statement of which no line is accepted",
    procedure: deleteStatement,
  },
  "POST /api/trip-tickets/reconcile/{statement_id}/acceptance": {
    summary: "Accept matched lines as they were read (mapped_at): the mill's values go to the tickets, once",
    procedure: acceptStatement,
  },
  "POST /api/trip-tickets/reconcile/{statement_id}/taking-back": {
    summary: "Take back accepted loads: each ticket gets what it said before, unless it was changed since",
    procedure: takeBackStatement,
  },
  "POST /api/trip-tickets/reconcile/{statement_id}/publication": {
    summary: "For a mill: publish its statement to the companies that the wood came from, each its own lines",
    procedure: publishStatement,
  },
};
