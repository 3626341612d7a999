import { CALLS } from "~/api/calls.server";
import { restHandler } from "~/api/rest.server";

export const loader = restHandler(CALLS["/api/trip-tickets/{trip_ticket_id}/audits"]);
export const action = restHandler(CALLS["/api/trip-tickets/{trip_ticket_id}/audits"]);
