import { CALLS } from "~/api/calls.server";
import { rest } from "~/api/rest.server";

export const loader = rest(CALLS["/api/company/{company_id}/destinations/search"]);
export const action = rest(CALLS["/api/company/{company_id}/destinations/search"]);
