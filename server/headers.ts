/* Security headers and the nonce of scripts. */

import { randomBytes } from "node:crypto";
import type { RequestHandler } from "express";
import helmet from "helmet";

/** Size of a CSP nonce in bytes, the minimum of CSP Level 3 (section 8.1: 128 bits). */
const NONCE_BYTES = 16;

/** Nonces by response, read by helmet's directives. */
const nonces = new WeakMap<object, string>();
const nonceSource = (_req: unknown, res: object) => `'nonce-${nonces.get(res)}'`;

/** Set the security headers, with a new script nonce for every request in `res.locals.cspNonce`. */
export function securityHeaders(options: {
  https: boolean;
  development: boolean;
  /** True if maps come from Mapbox; only then may pages connect to Mapbox. */
  mapbox?: boolean;
  /** True if map pictures come from the USGS. */
  usgs?: boolean;
  /** Hosts of payment pages, if any: the policy must allow a form's response to redirect there. */
  paying?: readonly string[];
}): RequestHandler {
  const setHelmetHeaders = helmet({
    // no-referrer would make browsers send "Origin: null" with every plain form post.
    referrerPolicy: { policy: "strict-origin-when-cross-origin" },
    strictTransportSecurity: options.https ? { maxAge: 31_536_000 } : false,
    crossOriginEmbedderPolicy: false,
    xFrameOptions: { action: "deny" },
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", nonceSource],
        // During development Vite puts inline styles in the page; a built page's inline styles have a nonce.
        styleSrc: options.development ? ["'self'", "'unsafe-inline'"] : ["'self'", nonceSource],
        imgSrc: ["'self'", "data:", "blob:"],
        connectSrc: [
          "'self'",
          ...(options.development ? ["ws:"] : []),
          ...(options.mapbox ? ["https://api.mapbox.com", "https://events.mapbox.com"] : []),
          ...(options.usgs ? ["https://basemap.nationalmap.gov"] : []),
        ],
        // The interactive map draws in a worker that it creates from its own script.
        workerSrc: ["'self'", "blob:"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        formAction: ["'self'", ...(options.paying ?? [])],
        ...(options.https ? { upgradeInsecureRequests: [] } : {}),
      },
    },
  });
  return (req, res, next) => {
    const nonce = randomBytes(NONCE_BYTES).toString("base64");
    nonces.set(res, nonce);
    res.locals.cspNonce = nonce;
    // Pages may request the device's location. They do so only when a button is pressed.
    res.setHeader("Permissions-Policy", "geolocation=(self)");
    setHelmetHeaders(req, res, next);
  };
}
