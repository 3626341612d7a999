import { CALLS } from "./calls.server";
import { restHandler } from "./rest.server";
import { finderOf } from "./table";

/** Answers every address of the API. */
export const serveApi = restHandler(finderOf(CALLS));
