import { CALLS } from "~/api/calls.server";
import { rest } from "~/api/rest.server";

export const loader = rest(CALLS["/api/wood-unit-types"]);
export const action = rest(CALLS["/api/wood-unit-types"]);
