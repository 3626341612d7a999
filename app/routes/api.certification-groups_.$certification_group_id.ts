import { CALLS } from "~/api/calls.server";
import { restHandler } from "~/api/rest.server";

export const loader = restHandler(CALLS["/api/certification-groups/{certification_group_id}"]);
export const action = restHandler(CALLS["/api/certification-groups/{certification_group_id}"]);
