import { Agent, request } from "node:http";
import type { RequestHandler } from "express";
import { describe, expect, it } from "vitest";
import { getPageUploadLimit } from "../app/upload-limits";
import { serveOnLoopback } from "./loopback";
import {
  discardUnreadBody,
  limitBodySize,
  limitMethods,
  MAX_FORM_BYTES,
  refuseCrossSite,
  setForwarding,
  UPLOAD_BYTES,
} from "./request-guards";

const OURS = "https://timber.example";
const arrived: RequestHandler = (req, res) => {
  let bytes = 0;
  req.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
  });
  req.on("end", () => res.json({ headers: req.headers, host: req.hostname, ip: req.ip, bytes }));
};

describe("a form from another site", () => {
  const foreign: [string, Record<string, string>][] = [
    ["another origin", { Origin: "https://evil.example" }],
    ["our name over another scheme", { Origin: "http://timber.example" }],
    ["our name on another port", { Origin: "https://timber.example:8443" }],
    ["a name that begins like ours", { Origin: "https://timber.example.evil.example" }],
    ["an opaque origin", { Origin: "null" }],
    ["a browser that says cross-site", { "Sec-Fetch-Site": "cross-site" }],
    ["our origin but cross-site", { Origin: OURS, "Sec-Fetch-Site": "cross-site" }],
  ];
  for (const method of ["POST", "PUT", "PATCH", "DELETE"])
    it.each(foreign)(`is refused if sent by ${method} with %s`, async (_name, headers) => {
      const { ask } = await serveOnLoopback(refuseCrossSite(OURS), arrived);
      const page = await ask("/trip-tickets/new", { method, headers });
      expect(page.status).toBe(403);
      expect(page.headers["content-type"]).toContain("text/html");
      expect(page.text).toContain("nothing was changed");
    });

  it("is refused with JSON if it is posted to the API", async () => {
    const { ask } = await serveOnLoopback(refuseCrossSite(OURS), arrived);
    const answer = await ask("/api/trip-tickets/1", { method: "PUT", headers: { Origin: "null" } });
    expect(answer.status).toBe(403);
    expect(JSON.parse(answer.text)).toEqual({
      message: "This form came from another site, so nothing was changed.",
    });
  });

  it.each<[string, Record<string, string>]>([
    ["our own pages", { Origin: OURS, "Sec-Fetch-Site": "same-origin" }],
    ["the address in the address bar", { Origin: "http://127.0.0.1:4000", Host: "127.0.0.1:4000" }],
    ["a text browser, which says nothing", {}],
    ["a bookmark", { "Sec-Fetch-Site": "none" }],
  ])("is let through from %s", async (_name, headers) => {
    const { ask } = await serveOnLoopback(refuseCrossSite(OURS), arrived);
    expect((await ask("/login", { method: "POST", headers })).status).toBe(200);
  });

  it("isn't refused if it only links to this site", async () => {
    const { ask } = await serveOnLoopback(refuseCrossSite(OURS), arrived);
    const headers = { Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" };
    expect((await ask("/", { headers })).status).toBe(200);
    expect((await ask("/", { method: "HEAD", headers })).status).toBe(200);
  });

  it("is checked only once: the app doesn't compare the origin with the proxy's host again", async () => {
    const { ask } = await serveOnLoopback(refuseCrossSite(OURS), arrived);
    const { text } = await ask("/login", { method: "POST", headers: { Origin: OURS } });
    expect(JSON.parse(text).headers).not.toHaveProperty("origin");
  });
});

describe("body size", () => {
  const form = { "Content-Type": "application/x-www-form-urlencoded" };
  const photo = { "Content-Type": "multipart/form-data; boundary=x" };

  const getMaxUpload = (path: string, kind: "form" | "json") =>
    (kind === "form" ? getPageUploadLimit(path) : undefined) ??
    (path === "/api/jobs" && kind === "json"
      ? MAX_FORM_BYTES * 2
      : path.endsWith("/contract")
        ? UPLOAD_BYTES * 2
        : undefined);

  const photos = "/trip-tickets/7/photos";
  it.each<[string, string, Record<string, string>, number, number]>([
    ["a form of just the limit", "/login", form, MAX_FORM_BYTES, 200],
    ["a form of one byte more", "/login", form, MAX_FORM_BYTES + 1, 413],
    [
      "JSON of one byte more",
      "/api/trip-tickets/7",
      { "Content-Type": "application/json" },
      MAX_FORM_BYTES + 1,
      413,
    ],
    [
      "a whole job with its plan map",
      "/api/jobs",
      { "Content-Type": "application/json" },
      MAX_FORM_BYTES + 1,
      200,
    ],
    ["the same as a form", "/api/jobs", form, MAX_FORM_BYTES + 1, 413],
    ["a contract", "/api/jobs/7/companies/3/contract", photo, UPLOAD_BYTES + 1, 200],
    ["a contract above its own limit", "/api/jobs/7/companies/3/contract", photo, UPLOAD_BYTES * 2 + 1, 413],
    ["a photo to a call that takes none", "/api/trip-tickets/7/photos", photo, MAX_FORM_BYTES + 1, 413],
    ["a body of no known kind", "/login", {}, MAX_FORM_BYTES + 1, 413],
    ["a photo larger than a form may be", photos, photo, MAX_FORM_BYTES + 1, 200],
    ["the same by script", `${photos}.data?index`, photo, MAX_FORM_BYTES + 1, 200],
    ["a film to the job's files", "/jobs/7/files", photo, 13 * 1024 * 1024, 200],
    ["a photo above its own limit, which its form answers", photos, photo, UPLOAD_BYTES + 1, 200],
    ["a photo to a call, above its own limit", `/api${photos}`, photo, UPLOAD_BYTES + 1, 413],
    ["a form that calls itself a photo", "/login", photo, MAX_FORM_BYTES + 1, 413],
    ["a form sent to the photos", photos, form, MAX_FORM_BYTES + 1, 413],
  ])("%s", async (_name, path, headers, bytes, status) => {
    const { ask } = await serveOnLoopback(limitBodySize(getMaxUpload), arrived);
    const answer = await ask(path, { method: "POST", headers, body: Buffer.alloc(bytes, 97) });
    expect(answer.status).toBe(status);
    if (status === 200) expect(JSON.parse(answer.text).bytes).toBe(bytes);
    else expect(answer.text).toContain("so it was not read");
  });

  it("far above the limit is refused immediately, and the connection is closed", async () => {
    const { ask } = await serveOnLoopback(limitBodySize(getMaxUpload), arrived);
    // The rest of the body is never sent, so the response must not wait for it.
    const headers = { ...form, "Content-Length": String(UPLOAD_BYTES * 100) };
    const { status, headers: answered } = await ask("/", { method: "POST", headers });
    expect({ status, connection: answered.connection }).toEqual({ status: 413, connection: "close" });
  });

  it("must be declared: a chunked body of unknown size is refused", async () => {
    const { ask } = await serveOnLoopback(limitBodySize(getMaxUpload), arrived);
    const headers = { ...form, "Transfer-Encoding": "chunked" };
    expect((await ask("/", { method: "POST", headers, body: "a=1" })).status).toBe(411);
  });

  it("isn't checked for requests that change nothing", async () => {
    const { ask } = await serveOnLoopback(limitBodySize(getMaxUpload), arrived);
    expect((await ask("/")).status).toBe(200);
  });
});

describe("a request body that is answered before it is fully read", () => {
  /** This handler responds as soon as it starts to read, and leaves the rest of the body unread. */
  const hasty: RequestHandler = (req, res) => {
    req.on("data", () => req.pause());
    res.json({});
  };

  it("doesn't block the next request on the same connection", async () => {
    const { port } = await serveOnLoopback(discardUnreadBody, hasty);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const post = () =>
      new Promise<number | undefined>((resolve, reject) => {
        const sent = request({ host: "127.0.0.1", port, method: "POST", path: "/", agent }, (res) => {
          res.resume();
          res.on("end", () => resolve(res.statusCode));
        });
        sent.on("error", reject);
        sent.end(Buffer.alloc(MAX_FORM_BYTES, 97));
      });
    expect([await post(), await post(), await post()]).toEqual([200, 200, 200]);
    agent.destroy();
  });
});

describe("accepted methods and content types", () => {
  const form = { "Content-Type": "application/x-www-form-urlencoded; charset=utf-8" };
  const json = { "Content-Type": "application/json" };
  it.each<[string, string, string, Record<string, string>, number]>([
    ["a form", "POST", "/login", form, 200],
    [
      "a form with a file",
      "POST",
      "/trip-tickets/7/photos",
      { "Content-Type": "multipart/form-data; boundary=x" },
      200,
    ],
    ["JSON to a page", "POST", "/login", json, 415],
    ["a form as plain text", "POST", "/login", { "Content-Type": "text/plain" }, 415],
    ["something that does not say what it is", "POST", "/login", {}, 415],
    ["JSON to the API", "PUT", "/api/trip-tickets/7", json, 200],
    ["a page put in place of ours", "PUT", "/login", form, 405],
    ["a page deleted", "DELETE", "/login", {}, 405],
    ["an echo of all headers, cookies too", "TRACE", "/login", {}, 405],
    ["the same of the API", "TRACE", "/api/trip-tickets/7", {}, 405],
    ["reading", "GET", "/login", {}, 200],
  ])("%s: %s %s", async (_name, method, path, headers, status) => {
    const { ask } = await serveOnLoopback(limitMethods, arrived);
    expect((await ask(path, { method, headers })).status).toBe(status);
  });
});

describe("forwarded headers", () => {
  const headers = {
    "X-Forwarded-Host": "evil.example",
    "X-Forwarded-For": "203.0.113.9",
    "X-Forwarded-Proto": "https",
  };

  it("are removed unless a trusted proxy is configured", async () => {
    const { ask } = await serveOnLoopback(setForwarding(false), arrived);
    const seen = JSON.parse((await ask("/", { headers })).text);
    expect(Object.keys(seen.headers).filter((name) => name.startsWith("x-forwarded"))).toEqual([]);
    expect(seen.ip).toBe("127.0.0.1");
  });

  it("are accepted from a trusted proxy", async () => {
    const { app, ask } = await serveOnLoopback(setForwarding(true), arrived);
    app.set("trust proxy", 1);
    const seen = JSON.parse((await ask("/", { headers })).text);
    expect(seen).toMatchObject({ host: "evil.example", ip: "203.0.113.9" });
  });
});
