import { gzipSync } from "node:zlib";
import compression from "compression";
import { expect, it } from "vitest";
import { onLoopback } from "./loopback";
import { endWith } from "./whole";

it("an answer that ends without a word ends with its bytes, as they were compressed", async () => {
  const page = gzipSync("<p>A page</p>".repeat(500));
  const { ask } = await onLoopback(compression(), (_req, res) => {
    endWith(res, page);
    res.set({ "Content-Encoding": "gzip", "Content-Length": String(page.length) }).end();
  });
  const { body, headers } = await ask("/", { headers: { "Accept-Encoding": "br, gzip" } });
  expect(body).toEqual(page);
  expect(headers).toMatchObject({ "content-encoding": "gzip", "content-length": String(page.length) });
});

it("an answer that says something else in the end says that", async () => {
  const { ask } = await onLoopback((_req, res) => {
    endWith(res, Buffer.from("the page of somebody"));
    res.status(500).send("Something went wrong");
  });
  expect(await ask("/")).toMatchObject({ status: 500, text: "Something went wrong" });
});
