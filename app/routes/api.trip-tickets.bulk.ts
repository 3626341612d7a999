import { CALLS } from "~/api/calls.server";
import { begun } from "~/features/bulk/runner.server";
import { rest } from "~/web/rest.server";

export const loader = rest(CALLS["/api/trip-tickets/bulk"]);
export const action = begun(rest(CALLS["/api/trip-tickets/bulk"]));
