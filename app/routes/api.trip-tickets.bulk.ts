import { CALLS } from "~/api/calls.server";
import { restHandler } from "~/api/rest.server";
import { begun } from "~/features/bulk/runner.server";

export const loader = restHandler(CALLS["/api/trip-tickets/bulk"]);
export const action = begun(restHandler(CALLS["/api/trip-tickets/bulk"]));
