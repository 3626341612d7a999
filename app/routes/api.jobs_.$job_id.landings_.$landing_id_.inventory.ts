import { CALLS } from "~/api/calls.server";
import { rest } from "~/api/rest.server";

export const loader = rest(CALLS["/api/jobs/{job_id}/landings/{landing_id}/inventory"]);
export const action = rest(CALLS["/api/jobs/{job_id}/landings/{landing_id}/inventory"]);
