import type { RequestHandler } from "express";
import { describe, expect, it } from "vitest";
import { readSourcesBelow } from "#db/testing/sources";
import { securityHeaders } from "./headers";
import { onLoopback } from "./loopback";

const nonceOut: RequestHandler = (_req, res) => void res.send(res.locals.cspNonce);
const policyOf = (headers: Record<string, unknown>) =>
  Object.fromEntries(
    String(headers["content-security-policy"])
      .split(";")
      .map((part) => part.trim().split(" "))
      .map(([name, ...values]) => [name, values]),
  );

describe("security headers", () => {
  it("let run only what is ours or carries this request's nonce", async () => {
    const { ask } = await onLoopback(securityHeaders({ https: false, development: false }), nonceOut);
    const { headers, text: nonce } = await ask("/");
    expect(nonce).toMatch(/^[\w+/]{22}==$/);
    expect(policyOf(headers)).toEqual({
      "default-src": ["'self'"],
      "script-src": ["'self'", `'nonce-${nonce}'`],
      "style-src": ["'self'", `'nonce-${nonce}'`],
      "img-src": ["'self'", "data:", "blob:"],
      "connect-src": ["'self'"],
      "worker-src": ["'self'", "blob:"],
      "object-src": ["'none'"],
      "base-uri": ["'none'"],
      "frame-ancestors": ["'none'"],
      "form-action": ["'self'"],
    });
  });

  it("let pages speak to Mapbox only where its token is set", async () => {
    const options = { https: false, development: false, mapbox: true };
    const { ask } = await onLoopback(securityHeaders(options), nonceOut);
    const { headers } = await ask("/");
    expect(policyOf(headers)["connect-src"]).toEqual([
      "'self'",
      "https://api.mapbox.com",
      "https://events.mapbox.com",
    ]);
  });

  it("let pages ask the USGS for pictures only where they are switched on", async () => {
    const { ask } = await onLoopback(
      securityHeaders({ https: false, development: false, usgs: true }),
      nonceOut,
    );
    const { headers } = await ask("/");
    expect(policyOf(headers)["connect-src"]).toEqual(["'self'", "https://basemap.nationalmap.gov"]);
  });

  it("let a form lead to where people pay only where they can", async () => {
    const paying = ["https://checkout.stripe.com"];
    const { ask } = await onLoopback(securityHeaders({ https: false, development: false, paying }), nonceOut);
    const { headers } = await ask("/");
    expect(policyOf(headers)["form-action"]).toEqual(["'self'", ...paying]);
  });

  it("have another nonce for every request", async () => {
    const { ask } = await onLoopback(securityHeaders({ https: false, development: false }), nonceOut);
    const nonces = await Promise.all([ask("/"), ask("/"), ask("/")]);
    expect(new Set(nonces.map((n) => n.text)).size).toBe(3);
  });

  it("never allow inline code, on https or off, not even while developing", async () => {
    for (const https of [true, false])
      for (const development of [true, false]) {
        const { ask } = await onLoopback(securityHeaders({ https, development }), nonceOut);
        expect(policyOf((await ask("/")).headers)["script-src"]).not.toContain("'unsafe-inline'");
      }
  });

  it("keep a referrer within the site: with none, browsers send plain forms with the origin null", async () => {
    const { ask } = await onLoopback(securityHeaders({ https: true, development: false }), nonceOut);
    const { headers } = await ask("/");
    expect(headers["referrer-policy"]).toBe("strict-origin-when-cross-origin");
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["x-frame-options"]).toBe("DENY");
    expect(headers["permissions-policy"]).toBe("geolocation=(self)");
    expect(headers["cross-origin-opener-policy"]).toBe("same-origin");
    expect(headers["cross-origin-resource-policy"]).toBe("same-origin");
  });

  it("are set here alone: an answer of the app that names one would send it twice", () => {
    const sources = Object.entries(readSourcesBelow(new URL("../app/", import.meta.url)));
    const naming = sources.filter(([, text]) => /"(X-Content-Type-Options|X-Frame-Options)"/i.test(text));
    expect(sources.length).toBeGreaterThan(1_000);
    expect(naming.map(([file]) => file)).toEqual([]);
  });

  it("bind browsers to https only where the site has it", async () => {
    const plain = await onLoopback(securityHeaders({ https: false, development: false }), nonceOut);
    const bare = (await plain.ask("/")).headers;
    expect(bare).not.toHaveProperty("strict-transport-security");
    expect(policyOf(bare)).not.toHaveProperty("upgrade-insecure-requests");
    const secure = await onLoopback(securityHeaders({ https: true, development: false }), nonceOut);
    const bound = (await secure.ask("/")).headers;
    expect(bound["strict-transport-security"]).toMatch(/^max-age=31536000; includeSubDomains$/);
    expect(policyOf(bound)).toHaveProperty("upgrade-insecure-requests");
  });
});
