import { IncomingMessage, ServerResponse } from "node:http";
import type { Express } from "express";

/**
 * The kinds of requests and answers that `http.createServer` should make for this app. Express gives each request its own
 * prototype as it comes in, and an object whose prototype was changed has a shape that no other has: whatever reads it is never
 * compiled for it, and each of some 150 reads and writes per request was looked up from the start. Made with that prototype
 * they are all alike, and what Express does then changes nothing.
 */
export function kindsFor(app: Express) {
  class AppRequest extends IncomingMessage {}
  class AppResponse extends ServerResponse {}
  const prototypes = { request: AppRequest.prototype, response: AppResponse.prototype };
  Object.setPrototypeOf(prototypes.request, app.request);
  Object.setPrototypeOf(prototypes.response, app.response);
  Object.assign(app, prototypes);
  return { IncomingMessage: AppRequest, ServerResponse: AppResponse };
}
