import { CALLS } from "~/api/calls.server";
import { restHandler } from "~/api/rest.server";

export const loader = restHandler(CALLS["/api/trip-tickets/bulk/{bulk_run_id}"]);
export const action = restHandler(CALLS["/api/trip-tickets/bulk/{bulk_run_id}"]);
