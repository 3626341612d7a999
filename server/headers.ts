import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { RequestHandler } from "express";
import helmet, { type HelmetOptions } from "helmet";
import { nonces } from "./nonces";

/** A placeholder for each request's own nonce. */
const NONCE = "a-nonce-of-its-own";

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
}): RequestHandler {
  const said = saidBy({
    // no-referrer would make browsers send "Origin: null" with every plain form post.
    referrerPolicy: { policy: "strict-origin-when-cross-origin" },
    strictTransportSecurity: options.https ? { maxAge: 31_536_000 } : false,
    crossOriginEmbedderPolicy: false,
    xFrameOptions: { action: "deny" },
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", `'nonce-${NONCE}'`],
        // Vite puts styles into the page while developing; built pages have none inline.
        styleSrc: options.development ? ["'self'", "'unsafe-inline'"] : ["'self'", `'nonce-${NONCE}'`],
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
  });
  const nonce = nonces();
  return (_req, res, next) => {
    const own = nonce();
    res.locals.cspNonce = own;
    // A person's place is asked for by the press of a button, and by these pages alone.
    res.setHeader("Permissions-Policy", "geolocation=(self)");
    for (const [name, value, hasNonce] of said)
      res.setHeader(name, hasNonce ? value.replaceAll(NONCE, own) : value);
    next();
  };
}

/** What helmet says with each answer, asked once: between two answers nothing but the nonce differs. */
function saidBy(options: HelmetOptions): [name: string, value: string, hasNonce: boolean][] {
  const said: [name: string, value: string, hasNonce: boolean][] = [];
  const request = new IncomingMessage(new Socket());
  const answer = new ServerResponse(request);
  answer.setHeader = (name, value) => {
    said.push([name, String(value), String(value).includes(NONCE)]);
    return answer;
  };
  let isDone = false;
  helmet(options)(request, answer, (error?: unknown) => {
    if (error) throw error;
    isDone = true;
  });
  if (!isDone) throw new Error("Helmet didn't say its headers at once.");
  return said;
}
