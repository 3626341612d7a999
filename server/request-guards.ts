/* Refusal of requests before they reach the app: from other sites, too large, or with a method that no handler accepts. */

import type { Request, RequestHandler, Response } from "express";
import { MAX_FORM_BYTES } from "../app/lib/http/form-limits";
import { buildErrorPage } from "../app/lib/http/refusal-page";

const CHANGES = new Set(["POST", "PUT", "PATCH", "DELETE"]);

const isApi = (path: string) => path.startsWith("/api/") || path.startsWith("/v1/");

/** Refuse a request before it reaches the app: JSON for the API, a small page for people. */
export function sendError(req: Request, res: Response, status: number, message: string) {
  if (isApi(req.path)) {
    res.status(status).json({ message });
    return;
  }
  const title =
    status === 429
      ? "Busy"
      : status >= 500
        ? "Something went wrong"
        : CHANGES.has(req.method)
          ? "Not sent"
          : "No such page";
  res.status(status).type("html").send(buildErrorPage(title, message));
}

/**
 * Refuse changes from pages of another site: a foreign or null Origin, or a browser that reports cross-site. Text
 * browsers and API clients send neither header; SameSite cookies protect users of such browsers.
 */
export function refuseCrossSite(origin: string): RequestHandler {
  return (req, res, next) => {
    if (!CHANGES.has(req.method)) return next();
    const sent = req.get("Origin");
    const foreign = sent !== undefined && sent !== origin && sent !== `${req.protocol}://${req.get("Host")}`;
    if (foreign || req.get("Sec-Fetch-Site") === "cross-site")
      return sendError(req, res, 403, "This form came from another site, so nothing was changed.");
    // Remove the checked origin, because Remix would compare it with Host again, and respond with 500 behind a proxy
    // that changes the host.
    delete req.headers.origin;
    next();
  };
}

const MEGABYTE = 1024 * 1024;

export { MAX_FORM_BYTES } from "../app/lib/http/form-limits";
export const UPLOAD_BYTES = 12 * MEGABYTE;
/**
 * Maximum size of a refused body that is read and discarded, so that the browser shows the refusal. For a larger body,
 * the connection is closed.
 */
const DROPPED_BYTES = 4 * UPLOAD_BYTES;

/**
 * Maximum size of a form that is read and discarded because its file is too large, so that the form can show the error
 * with the other typed values. For a larger form, the connection is closed.
 */
const MAX_READ_PAST_BYTES = 256 * MEGABYTE;

/** Returns the maximum size of a body with a file, as declared by pages and API calls. */
type GetMaxUpload = (path: string, kind: "form" | "json") => number | undefined;

/**
 * Return a request's maximum body size by its address. If the address declares none, the limit for forms applies,
 * whatever the content type.
 */
function getMaxBody(req: Request, getMaxUpload: GetMaxUpload): number {
  const kind = req.is("multipart/form-data") ? "form" : req.is("application/json") ? "json" : null;
  const upload = kind ? getMaxUpload(req.path, kind) : undefined;
  if (upload === undefined) return MAX_FORM_BYTES;
  return kind === "form" && !isApi(req.path) ? Math.max(upload, MAX_READ_PAST_BYTES) : upload;
}

/** Require a body to declare a size within the limit; Node enforces the declared size. */
export const limitBodySize =
  (getMaxUpload: GetMaxUpload): RequestHandler =>
  (req, res, next) => {
    if (!CHANGES.has(req.method)) return next();
    if (req.get("Transfer-Encoding")) {
      res.set("Connection", "close");
      return sendError(req, res, 411, "Send the size of the body first.");
    }
    const max = getMaxBody(req, getMaxUpload);
    const length = Number(req.get("Content-Length") ?? 0);
    if (length <= max) return next();
    const text = max < MEGABYTE ? `${max / 1024}KB` : `${max / MEGABYTE}MB`;
    const message = `This is larger than ${text}, so it was not read.`;
    if (length > DROPPED_BYTES) {
      res.set("Connection", "close");
      return sendError(req, res, 413, message);
    }
    req.on("end", () => sendError(req, res, 413, message));
    req.resume();
  };

const METHODS = new Set(["GET", "HEAD", "OPTIONS", ...CHANGES]);
const FORM = /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i;

/** Allow only form posts to pages, so that any other body is reported as the caller's mistake, not as a server fault. */
export const limitMethods: RequestHandler = (req, res, next) => {
  const page = !isApi(req.path);
  if (!METHODS.has(req.method) || (page && CHANGES.has(req.method) && req.method !== "POST"))
    return sendError(req, res.set("Allow", "GET, HEAD, POST"), 405, "You can't do this here.");
  if (page && req.method === "POST" && !FORM.test(req.get("Content-Type") ?? ""))
    return sendError(req, res, 415, "This isn't a form, so we didn't read it.");
  next();
};

/** Remove forwarded headers unless a trusted proxy sets them, since a client could send false ones. */
export function setForwarding(trusted: boolean): RequestHandler {
  return (req, _res, next) => {
    if (!trusted)
      for (const name of ["x-forwarded-host", "x-forwarded-for", "x-forwarded-proto"])
        delete req.headers[name];
    next();
  };
}

/**
 * Read and discard the rest of a body whose response was sent early; otherwise the next request on the same connection
 * would wait forever. `limitBodySize` has ensured that the rest is small.
 */
export const discardUnreadBody: RequestHandler = (req, res, next) => {
  res.on("finish", () => {
    if (req.complete && req.readableEnded) return;
    req.removeAllListeners("data");
    req.resume();
  });
  next();
};
