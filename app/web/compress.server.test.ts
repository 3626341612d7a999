import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { chooseEncoding, compressDocument } from "./compress.server";

describe("compression of a document", () => {
  it.each([
    [null, null],
    ["", null],
    ["identity", null],
    ["gzip, deflate, br, zstd", "br"],
    ["gzip, deflate", "gzip"],
    ["GZIP", "gzip"],
    ["br;q=0, gzip", "gzip"],
    ["br; q=0.000, gzip; q=0", null],
    ["br;q=0.1, gzip;q=1.0", "gzip"],
    ["gzip;q=0.5, br;q=0.5", "br"],
    ["*", "br"],
    ["*;q=0", null],
    ["br;q=0, *", "gzip"],
    ["gzip, *;q=0", "gzip"],
    ["x-brotli", null],
  ])("Accept-Encoding '%s' gets the encoding %s", (accept, encoding) =>
    expect(chooseEncoding(accept)).toBe(encoding),
  );

  // The shorter document is compressed on the main thread, the longer one on another thread.
  it.each([500, 5_000])("decompresses to the original, with %i paragraphs", async (times) => {
    const html = "<p>Red oak, 16′ · 1.204 MBF 🌲</p>".repeat(times);
    const bytes = Buffer.from(html);
    const br = await compressDocument(bytes, "br");
    const gz = await compressDocument(bytes, "gzip");
    const plain = await compressDocument(bytes, null);
    expect(brotliDecompressSync(br.body).toString()).toBe(html);
    expect(gunzipSync(gz.body).toString()).toBe(html);
    expect(Buffer.from(plain.body).toString()).toBe(html);
    expect(br.body.length).toBeLessThan(gz.body.length);
  });
});
