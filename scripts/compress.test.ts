import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { compressFolder } from "./compress.mjs";

test("writes compressed copies of text files, but not of small files and images", () => {
  const folder = mkdtempSync(join(tmpdir(), "timbertally-compress-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, "assets"));
  const words = "const jackPine = 1;\n".repeat(100);
  writeFileSync(join(folder, "assets", "a.js"), words);
  writeFileSync(join(folder, "small.css"), "a{}");
  writeFileSync(join(folder, "photo.webp"), Buffer.alloc(2_000));
  compressFolder(folder);
  expect(readdirSync(join(folder, "assets")).sort()).toEqual(["a.js", "a.js.br", "a.js.gz"]);
  expect(readdirSync(folder).sort()).toEqual(["assets", "photo.webp", "small.css"]);
  const [br, gz] = ["br", "gz"].map((kind) => readFileSync(join(folder, "assets", `a.js.${kind}`)));
  expect(brotliDecompressSync(br ?? "").toString()).toBe(words);
  expect(gunzipSync(gz ?? "").toString()).toBe(words);
});
