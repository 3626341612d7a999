import { CALLS } from "~/api/calls.server";
import { rest } from "~/api/rest.server";

export const loader = rest(CALLS["/api/certification-groups/{certification_group_id}/members"]);
export const action = rest(CALLS["/api/certification-groups/{certification_group_id}/members"]);
