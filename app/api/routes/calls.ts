import { handleApiRequest } from "~/api/serve.server";

/** Serve every API call; the calls are defined in the feature folders. */
export const loader = handleApiRequest;
export const action = handleApiRequest;
