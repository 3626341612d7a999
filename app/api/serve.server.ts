import { CALLS } from "./calls.server";
import { finderOf } from "./table";
import { restHandler } from "./rest.server";

/** Answers every address of the API. */
export const serveApi = restHandler(finderOf(CALLS));
