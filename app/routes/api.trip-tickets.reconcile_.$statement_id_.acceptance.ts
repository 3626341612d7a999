import { CALLS } from "~/api/calls.server";
import { restHandler } from "~/api/rest.server";

export const loader = restHandler(CALLS["/api/trip-tickets/reconcile/{statement_id}/acceptance"]);
export const action = restHandler(CALLS["/api/trip-tickets/reconcile/{statement_id}/acceptance"]);
