import { CALLS } from "~/api/calls.server";
import { rest } from "~/api/rest.server";

export const loader = rest(CALLS["/api/certification-requests/{certification_request_id}"]);
export const action = rest(CALLS["/api/certification-requests/{certification_request_id}"]);
