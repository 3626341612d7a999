import { CALLS } from "~/api/calls.server";
import { restHandler } from "~/api/rest.server";

export const loader = restHandler(CALLS["/api/township"]);
export const action = restHandler(CALLS["/api/township"]);
