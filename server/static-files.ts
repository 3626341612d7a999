/* Files of the browser build. */

import type { RequestHandler } from "express";
import sirv from "sirv";

/** Folders whose files are named by content hash; a browser may cache them forever. */
export const HASHED_FOLDERS = ["/assets", "/behaviors"];

/**
 * Every file has an extension, so other addresses are skipped: searching the files for a page's address took about 40
 * µs.
 */
const MAY_BE_FILE = /\.[^/]*$/;

/**
 * Serve the files of the browser build before the handlers that only pages need. All headers of files except type and
 * age are set here, because adding the headers for pages to each file took a sixth of a first visit's time. Requests
 * for missing files, and requests other than plain reads, go on to the next handler.
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
      if (HASHED_FOLDERS.some((named) => path.startsWith(`${named}/`)))
        res.setHeader("Cache-Control", "public,max-age=31536000,immutable");
    },
  });
  return (req, res, next) => {
    const reads = (req.method === "GET" || req.method === "HEAD") && MAY_BE_FILE.test(req.path);
    if (!reads || req.headers["content-length"] || req.headers["transfer-encoding"]) return next();
    send(req, res, next);
  };
}
