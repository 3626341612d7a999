import { CALLS } from "~/api/calls.server";
import { rest } from "~/api/rest.server";

export const loader = rest(CALLS["/api/trip-tickets/bulk/{bulk_run_id}"]);
export const action = rest(CALLS["/api/trip-tickets/bulk/{bulk_run_id}"]);
