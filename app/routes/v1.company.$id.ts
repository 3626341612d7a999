import { CALLS } from "~/api/calls.server";
import { restHandler } from "~/api/rest.server";

export const loader = restHandler(CALLS["/v1/company/{id}"]);
export const action = restHandler(CALLS["/v1/company/{id}"]);
