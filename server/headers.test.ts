import type { RequestHandler } from "express";
import { describe, expect, it } from "vitest";
import { readSourceFiles } from "#db/testing/sources";
import { securityHeaders } from "./headers";
import { serveOnLoopback } from "./loopback";

const nonceOut: RequestHandler = (_req, res) => void res.send(res.locals.cspNonce);
const policyOf = (headers: Record<string, unknown>) =>
  Object.fromEntries(
    String(headers["content-security-policy"])
      .split(";")
      .map((part) => part.trim().split(" "))
      .map(([name, ...values]) => [name, values]),
  );

describe("security headers", () => {
  it("allow only scripts and styles of this site or with the request's nonce", async () => {
    const { ask } = await serveOnLoopback(securityHeaders({ https: false, development: false }), nonceOut);
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

  it("allow connections to Mapbox only if its token is set", async () => {
    const options = { https: false, development: false, mapbox: true };
    const { ask } = await serveOnLoopback(securityHeaders(options), nonceOut);
    const { headers } = await ask("/");
    expect(policyOf(headers)["connect-src"]).toEqual([
      "'self'",
      "https://api.mapbox.com",
      "https://events.mapbox.com",
    ]);
  });

  it("allow USGS map pictures only if they are enabled", async () => {
    const { ask } = await serveOnLoopback(
      securityHeaders({ https: false, development: false, usgs: true }),
      nonceOut,
    );
    const { headers } = await ask("/");
    expect(policyOf(headers)["connect-src"]).toEqual(["'self'", "https://basemap.nationalmap.gov"]);
  });

  it("allow forms to redirect to payment pages only if payments are enabled", async () => {
    const paying = ["https://checkout.stripe.com"];
    const { ask } = await serveOnLoopback(
      securityHeaders({ https: false, development: false, paying }),
      nonceOut,
    );
    const { headers } = await ask("/");
    expect(policyOf(headers)["form-action"]).toEqual(["'self'", ...paying]);
  });

  it("have a different script nonce for every request", async () => {
    const { ask } = await serveOnLoopback(securityHeaders({ https: false, development: false }), nonceOut);
    const nonces = await Promise.all([ask("/"), ask("/"), ask("/")]);
    expect(new Set(nonces.map((n) => n.text)).size).toBe(3);
  });

  it("never allow inline scripts, with or without https, even during development", async () => {
    for (const https of [true, false])
      for (const development of [true, false]) {
        const { ask } = await serveOnLoopback(securityHeaders({ https, development }), nonceOut);
        expect(policyOf((await ask("/")).headers)["script-src"]).not.toContain("'unsafe-inline'");
      }
  });

  it("send the full referrer only within the site; with no-referrer, browsers would send plain forms with a null origin", async () => {
    const { ask } = await serveOnLoopback(securityHeaders({ https: true, development: false }), nonceOut);
    const { headers } = await ask("/");
    expect(headers["referrer-policy"]).toBe("strict-origin-when-cross-origin");
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["x-frame-options"]).toBe("DENY");
    expect(headers["permissions-policy"]).toBe("geolocation=(self)");
    expect(headers["cross-origin-opener-policy"]).toBe("same-origin");
    expect(headers["cross-origin-resource-policy"]).toBe("same-origin");
  });

  it("are set only by the server: the app sets none, since a header set twice would be sent twice", () => {
    const sources = Object.entries(readSourceFiles(new URL("../app/", import.meta.url)));
    const naming = sources.filter(([, text]) => /"(X-Content-Type-Options|X-Frame-Options)"/i.test(text));
    expect(sources.length).toBeGreaterThan(1_000);
    expect(naming.map(([file]) => file)).toEqual([]);
  });

  it("make browsers require https only if the site uses https", async () => {
    const plain = await serveOnLoopback(securityHeaders({ https: false, development: false }), nonceOut);
    const bare = (await plain.ask("/")).headers;
    expect(bare).not.toHaveProperty("strict-transport-security");
    expect(policyOf(bare)).not.toHaveProperty("upgrade-insecure-requests");
    const secure = await serveOnLoopback(securityHeaders({ https: true, development: false }), nonceOut);
    const bound = (await secure.ask("/")).headers;
    expect(bound["strict-transport-security"]).toMatch(/^max-age=31536000; includeSubDomains$/);
    expect(policyOf(bound)).toHaveProperty("upgrade-insecure-requests");
  });
});
