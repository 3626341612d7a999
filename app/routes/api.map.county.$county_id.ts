import { CALLS } from "~/api/calls.server";
import { restHandler } from "~/api/rest.server";

export const loader = restHandler(CALLS["/api/map/county/{county_id}"]);
export const action = restHandler(CALLS["/api/map/county/{county_id}"]);
