import { CALLS } from "~/api/calls.server";
import { restHandler } from "~/api/rest.server";

export const loader = restHandler(CALLS["/api/trip-tickets/{trip_ticket_id}/comments/{comment_id}"]);
export const action = restHandler(CALLS["/api/trip-tickets/{trip_ticket_id}/comments/{comment_id}"]);
