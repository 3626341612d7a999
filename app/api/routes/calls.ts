import { handleApiRequest } from "~/api/serve.server";

/** Every call of the API; the calls are defined in the nouns' folders. */
export const loader = handleApiRequest;
export const action = handleApiRequest;
