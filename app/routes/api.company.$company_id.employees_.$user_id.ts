import { CALLS } from "~/api/calls.server";
import { restHandler } from "~/api/rest.server";

export const loader = restHandler(CALLS["/api/company/{company_id}/employees/{user_id}"]);
export const action = restHandler(CALLS["/api/company/{company_id}/employees/{user_id}"]);
