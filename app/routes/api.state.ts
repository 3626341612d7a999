import { CALLS } from "~/api/calls.server";
import { rest } from "~/api/rest.server";

export const loader = rest(CALLS["/api/state"]);
export const action = rest(CALLS["/api/state"]);
