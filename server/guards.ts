import type { Request, RequestHandler, Response } from "express";

const CHANGES = new Set(["POST", "PUT", "PATCH", "DELETE"]);

/** Answers a refusal that never reaches the app: JSON to the API, a small page to people. */
function refuse(req: Request, res: Response, status: number, message: string) {
  if (req.path.startsWith("/api/") || req.path.startsWith("/v1/")) {
    res.status(status).json({ message });
    return;
  }
  res
    .status(status)
    .type("html")
    .send(
      `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Not sent</title></head><body><main><h1>Not sent</h1><p>${message}</p><p><a href="/">To the dashboard</a></p></main></body></html>`,
    );
}

/**
 * A page of another site must not change anything here: a foreign or null Origin, or a browser that says
 * cross-site, is refused. Text browsers and API clients send neither; SameSite cookies cover those.
 */
export function crossSite(origin: string): RequestHandler {
  return (req, res, next) => {
    const sent = req.get("Origin");
    const foreign = sent !== undefined && sent !== origin && sent !== `${req.protocol}://${req.get("Host")}`;
    if (CHANGES.has(req.method) && (foreign || req.get("Sec-Fetch-Site") === "cross-site"))
      return refuse(req, res, 403, "This form came from another site, so nothing was changed.");
    next();
  };
}

export const FORM_BYTES = 256 * 1024;
export const UPLOAD_BYTES = 12 * 1024 * 1024;

/** A body says its size first and stays under it; Node holds the sender to what was said. */
export const bodySize: RequestHandler = (req, res, next) => {
  if (!CHANGES.has(req.method)) return next();
  if (req.get("Transfer-Encoding")) return refuse(req, res, 411, "Send the size of the body first.");
  const limit = req.is("multipart/form-data") ? UPLOAD_BYTES : FORM_BYTES;
  if (Number(req.get("Content-Length") ?? 0) > limit) {
    res.set("Connection", "close");
    return refuse(
      req,
      res,
      413,
      `This is larger than ${limit / 1024 / 1024 >= 1 ? `${limit / 1024 / 1024}MB` : `${limit / 1024}KB`}, so it was not read.`,
    );
  }
  next();
};

/** Unless a proxy of ours sets them, forwarded names are the caller's own words. */
export function ownForwarding(trusted: boolean): RequestHandler {
  return (req, _res, next) => {
    if (!trusted)
      for (const name of ["x-forwarded-host", "x-forwarded-for", "x-forwarded-proto"])
        delete req.headers[name];
    next();
  };
}
