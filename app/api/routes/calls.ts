import { serveApi } from "~/api/serve.server";

/** Every call of the API; the nouns' folders say which there are. */
export const loader = serveApi;
export const action = serveApi;
