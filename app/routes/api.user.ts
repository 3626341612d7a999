import { CALLS } from "~/api/calls.server";
import { rest } from "~/web/rest.server";

export const loader = rest(CALLS["/api/user"]);
export const action = rest(CALLS["/api/user"]);
