import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RequestHandler } from "express";
import { afterAll, describe, expect, it } from "vitest";
import { serveOnLoopback } from "./loopback";
import { logRequests } from "./requests";
import { serveStaticFiles } from "./static-files";

const folder = mkdtempSync(join(tmpdir(), "timbertally-static-"));
mkdirSync(join(folder, "assets"));
writeFileSync(join(folder, "assets", "page-x1.js"), "export {};");
writeFileSync(join(folder, "assets", "page-x1.js.br"), "shorter");
writeFileSync(join(folder, "icon.svg"), "<svg/>");
writeFileSync(join(folder, "trip-tickets"), "no page");
afterAll(() => rmSync(folder, { recursive: true }));

const page: RequestHandler = (req, res) => void res.status(404).send(`${req.method} a page`);
const served = () =>
  serveOnLoopback(logRequests({ info() {}, error() {} }), serveStaticFiles(folder), page).then(
    ({ ask }) => ask,
  );

describe("static files", () => {
  it("have headers for type, caching and origin policy, and none of the headers for pages", async () => {
    const { status, headers, text } = await (await served())("/assets/page-x1.js");
    expect([status, text]).toEqual([200, "export {};"]);
    const node = ["connection", "date", "x-powered-by"];
    expect(
      Object.keys(headers)
        .filter((name) => !node.includes(name))
        .sort(),
    ).toEqual([
      "cache-control",
      "content-length",
      "content-type",
      "cross-origin-resource-policy",
      "last-modified",
      "vary",
      "x-content-type-options",
    ]);
    expect(headers).toMatchObject({
      "cache-control": "public,max-age=31536000,immutable",
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "same-origin",
    });
  });

  it("are sent as stored compressed copies to browsers that accept compression", async () => {
    const { headers, text } = await (await served())("/assets/page-x1.js", {
      headers: { "Accept-Encoding": "br" },
    });
    expect([headers["content-encoding"], headers["content-type"], text]).toEqual([
      "br",
      "text/javascript",
      "shorter",
    ]);
  });

  it("have an extension: an address without an extension belongs to a page", async () => {
    expect((await (await served())("/trip-tickets")).text).toBe("GET a page");
  });

  it("are cached for an hour if their name isn't a content hash", async () => {
    const { headers } = await (await served())("/icon.svg");
    expect(headers["cache-control"]).toBe("public,max-age=3600");
  });

  it("are not served if missing or if the request isn't a plain read: the next handler gets the request", async () => {
    const ask = await served();
    for (const path of ["/assets/of-an-older-build.js", "/", "/assets/", "/assets/%E0%A4%A", "/../icon.svg"])
      expect((await ask(path)).text, path).toBe("GET a page");
    expect((await ask("/icon.svg", { method: "POST" })).text).toBe("POST a page");
    expect((await ask("/icon.svg", { body: "x", headers: { "Content-Length": "1" } })).text).toBe(
      "GET a page",
    );
    expect((await ask("/icon.svg", { method: "HEAD" })).headers["content-length"]).toBe("6");
  });
});
