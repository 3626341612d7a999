import { CALLS } from "~/api/calls.server";
import { rest } from "~/api/rest.server";

export const loader = rest(CALLS["/api/land-owners/{land_owner_id}"]);
export const action = rest(CALLS["/api/land-owners/{land_owner_id}"]);
