import { CALLS } from "~/api/calls.server";
import { rest } from "~/api/rest.server";
import { begun } from "~/features/bulk/runner.server";

export const loader = rest(CALLS["/api/trip-tickets/bulk"]);
export const action = begun(rest(CALLS["/api/trip-tickets/bulk"]));
