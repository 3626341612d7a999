import { CALLS } from "~/api/calls.server";
import { restHandler } from "~/api/rest.server";

export const loader = restHandler(CALLS["/api/land-owners/{land_owner_id}"]);
export const action = restHandler(CALLS["/api/land-owners/{land_owner_id}"]);
