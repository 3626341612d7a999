import { CALLS } from "~/api/calls.server";
import { restHandler } from "~/api/rest.server";

export const loader = restHandler(CALLS["/api/township/section"]);
export const action = restHandler(CALLS["/api/township/section"]);
