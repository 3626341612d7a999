import { serveApi } from "~/api/serve.server";

/** The calls whose addresses the specification has under /v1. */
export const loader = serveApi;
export const action = serveApi;
