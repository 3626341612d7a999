import { CALLS } from "~/api/calls.server";
import { restHandler } from "~/api/rest.server";

export const loader = restHandler(CALLS["/api/jobs/{id}/decline"]);
export const action = restHandler(CALLS["/api/jobs/{id}/decline"]);
