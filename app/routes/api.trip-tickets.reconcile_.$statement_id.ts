import { CALLS } from "~/api/calls.server";
import { rest } from "~/api/rest.server";

export const loader = rest(CALLS["/api/trip-tickets/reconcile/{statement_id}"]);
export const action = rest(CALLS["/api/trip-tickets/reconcile/{statement_id}"]);
