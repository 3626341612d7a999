import type { RequestHandler } from "express";
import sirv from "sirv";

/** What the build has named by its content; a browser may keep it for ever. */
export const NAMED_FOLDERS = ["/assets", "/behaviors"];

/** Every file's name has an extension. Looking for a page's address among the files took some 40 µs. */
const MAY_BE_FILE = /\.[^/]*$/;

/**
 * Answers requests for files of the built client, before anything that only pages need: all that a file says of itself
 * beside its kind and age is set here. A page's policy on each of them was a sixth of a cold visit. What is not there,
 * or is asked for in another way than a browser reads files, goes on to the rest of the server.
 */
export function serveStaticFiles(folder: string): RequestHandler {
  const send = sirv(folder, {
    brotli: true,
    gzip: true,
    maxAge: 3_600,
    setHeaders(res, path) {
      res.removeHeader("X-Request-Id");
      res.setHeader("X-Content-Type-Options", "nosniff");
      res.setHeader("Cross-Origin-Resource-Policy", "same-origin");
      if (NAMED_FOLDERS.some((named) => path.startsWith(`${named}/`)))
        res.setHeader("Cache-Control", "public,max-age=31536000,immutable");
    },
  });
  return (req, res, next) => {
    const reads = (req.method === "GET" || req.method === "HEAD") && MAY_BE_FILE.test(req.path);
    if (!reads || req.headers["content-length"] || req.headers["transfer-encoding"]) return next();
    send(req, res, next);
  };
}
