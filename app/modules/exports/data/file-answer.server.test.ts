import { rm, writeFile } from "node:fs/promises";
import { gunzipSync } from "node:zlib";
import { writeReadableStreamToWritable } from "@remix-run/node";
import compression from "compression";
import type { RequestHandler } from "express";
import { afterAll, expect, test } from "vitest";
import { buildFileResponse } from "~/lib/files/file-answer.server";
import { createTemporaryPath, storeFile } from "~/lib/files/store.server";
import { buildStreamResponse } from "~/lib/files/stream-answer.server";
import { serveOnLoopback } from "../../../../server/loopback";
import { buildStoredFileResponse } from "./file-answer.server";

afterAll(() => rm(String(process.env.FILES_DIR), { recursive: true, force: true }));

const CSV = "load,job\n".repeat(5_000);
async function stored() {
  const path = await createTemporaryPath();
  await writeFile(path, CSV);
  return storeFile(path);
}

/** Serve a response like the server does, through the middleware that compresses what it can. */
const served = (answer: (request: Request) => Promise<Response>): RequestHandler[] => [
  compression(),
  (req, res, next) => {
    const headers = Object.entries(req.headers).map(([name, value]): [string, string] => [
      name,
      String(value),
    ]);
    answer(new Request("http://x.test/", { headers }))
      .then(async (response) => {
        res.status(response.status);
        for (const [name, value] of response.headers) res.setHeader(name, value);
        if (response.body) await writeReadableStreamToWritable(response.body, res);
        else res.end();
      })
      .catch(next);
  },
];
const gzip = { "Accept-Encoding": "gzip" };

test("serves a stored export and a job's file uncompressed, with length; the export also by byte range", async () => {
  const storage_key = await stored();
  const file = { name: "trip_tickets.csv", contentType: "text/csv", storage_key, etag: '"e"' };
  const { ask } = await serveOnLoopback(...served((request) => buildStoredFileResponse(request, file)));
  const whole = await ask("/", { headers: gzip });
  expect(whole.headers["content-encoding"]).toBeUndefined();
  expect([whole.headers["content-length"], whole.text.length]).toEqual([String(CSV.length), CSV.length]);
  const part = await ask("/", { headers: { ...gzip, Range: "bytes=9000-29999" } });
  expect([part.status, part.headers["content-encoding"]]).toEqual([206, undefined]);
  expect(part.headers["content-range"]).toBe(`bytes 9000-29999/${CSV.length}`);
  expect(part.text).toBe(CSV.slice(9_000, 30_000));

  const plain = { storage_key, file_name: "notes.csv", content_type: "text/csv" };
  const other = await serveOnLoopback(...served(() => buildFileResponse(plain)));
  const { headers, text } = await other.ask("/", { headers: gzip });
  expect([headers["content-encoding"], headers["content-length"]]).toEqual([undefined, String(CSV.length)]);
  expect(text).toBe(CSV);
});

test("serves an export that is generated during its download compressed, without a length", async () => {
  async function* body() {
    yield Buffer.from(CSV);
  }
  const file = () => ({ name: "trip_tickets.csv", contentType: "text/csv", body: body() });
  const { ask } = await serveOnLoopback(...served(async () => buildStreamResponse(file())));
  const { headers, body: bytes } = await ask("/", { headers: gzip });
  expect(headers["content-encoding"]).toBe("gzip");
  expect(gunzipSync(bytes).toString()).toBe(CSV);
});
