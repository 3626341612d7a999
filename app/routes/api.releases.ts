import { CALLS } from "~/api/calls.server";
import { restHandler } from "~/api/rest.server";

export const loader = restHandler(CALLS["/api/releases"]);
export const action = restHandler(CALLS["/api/releases"]);
