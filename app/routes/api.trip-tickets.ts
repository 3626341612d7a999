import { CALLS } from "~/api/calls.server";
import { restHandler } from "~/api/rest.server";

export const loader = restHandler(CALLS["/api/trip-tickets"]);
export const action = restHandler(CALLS["/api/trip-tickets"]);
