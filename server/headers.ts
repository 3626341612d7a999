import { randomBytes } from "node:crypto";
import type { RequestHandler } from "express";
import helmet from "helmet";

/** Security headers, with a fresh script nonce for every request in `res.locals.cspNonce`. */
export function securityHeaders(options: {
  https: boolean;
  development: boolean;
  /** Whether maps come from Mapbox: only then may pages speak to it. */
  mapbox?: boolean;
  /** Whether its pictures come from the USGS. */
  usgs?: boolean;
  /** The hosts on which people pay, where they can: a form's answer may lead there, as browsers ask for. */
  paying?: readonly string[];
}): RequestHandler[] {
  const nonce: RequestHandler = (_req, res, next) => {
    res.locals.cspNonce = randomBytes(16).toString("base64");
    next();
  };
  const withNonce = (_req: unknown, res: unknown) =>
    `'nonce-${(res as { locals: { cspNonce: string } }).locals.cspNonce}'`;
  // A person's place is asked for by the press of a button, and by these pages alone.
  const permissions: RequestHandler = (_req, res, next) => {
    res.setHeader("Permissions-Policy", "geolocation=(self)");
    next();
  };
  return [
    nonce,
    permissions,
    helmet({
      // no-referrer would make browsers send "Origin: null" with every plain form post.
      referrerPolicy: { policy: "strict-origin-when-cross-origin" },
      strictTransportSecurity: options.https ? { maxAge: 31_536_000 } : false,
      crossOriginEmbedderPolicy: false,
      xFrameOptions: { action: "deny" },
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'self'"],
          scriptSrc: ["'self'", withNonce],
          // Vite puts styles into the page while developing; built pages have none inline.
          styleSrc: options.development ? ["'self'", "'unsafe-inline'"] : ["'self'", withNonce],
          imgSrc: ["'self'", "data:", "blob:"],
          connectSrc: [
            "'self'",
            ...(options.development ? ["ws:"] : []),
            ...(options.mapbox ? ["https://api.mapbox.com", "https://events.mapbox.com"] : []),
            ...(options.usgs ? ["https://basemap.nationalmap.gov"] : []),
          ],
          // The map that can be moved draws in a worker that it makes of its own script.
          workerSrc: ["'self'", "blob:"],
          objectSrc: ["'none'"],
          baseUri: ["'none'"],
          frameAncestors: ["'none'"],
          formAction: ["'self'", ...(options.paying ?? [])],
          ...(options.https ? { upgradeInsecureRequests: [] } : {}),
        },
      },
    }),
  ];
}
