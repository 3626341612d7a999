/* Files of the browser build. */

import type { RequestHandler } from "express";
import sirv from "sirv";

/** Folders whose files are named by content hash; a browser may cache them forever. */
export const NAMED_FOLDERS = ["/assets", "/behaviors"];

/** Every file's name has an extension. Looking up a page's address among the files took about 40 µs. */
const MAY_BE_FILE = /\.[^/]*$/;

/**
 * Serve the files of the built client, before anything that only pages need: all their headers other than type and age
 * are set here. Adding a page's policy to each of them was a sixth of a cold visit. Missing files, and requests unlike
 * a browser's reads of files, go on to the rest of the server.
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
