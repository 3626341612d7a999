import { API_CALLS } from "./calls.server";
import { createRestHandler } from "./rest.server";
import { createCallFinder } from "./table";

/** Handle every address of the API. */
export const handleApiRequest = createRestHandler(createCallFinder(API_CALLS));
