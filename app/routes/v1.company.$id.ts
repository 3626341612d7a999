import { CALLS } from "~/api/calls.server";
import { rest } from "~/api/rest.server";

export const loader = rest(CALLS["/v1/company/{id}"]);
export const action = rest(CALLS["/v1/company/{id}"]);
