import { CALLS } from "~/api/calls.server";
import { rest } from "~/api/rest.server";

export const loader = rest(CALLS["/api/releases"]);
export const action = rest(CALLS["/api/releases"]);
