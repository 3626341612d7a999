import { CALLS } from "~/api/calls.server";
import { restHandler } from "~/api/rest.server";

export const loader = restHandler(CALLS["/api/county/{state_id}"]);
export const action = restHandler(CALLS["/api/county/{state_id}"]);
