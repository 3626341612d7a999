/**
 * Compress the browser files of a build, once and at the best level: an old phone on a weak line loads them many times,
 * and compressing for each answer would have to be fast instead of small.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const WORDS = /\.(js|css|svg|json|txt|webmanifest)$/;
/** Below this a file fits into one packet as it is. */
const LEAST_BYTES = 500;

/** Puts a .br and a .gz beside every file of words in a folder. */
export function compressFolder(folder) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !WORDS.test(entry.name)) continue;
    const path = join(entry.parentPath ?? entry.path, entry.name);
    const bytes = readFileSync(path);
    if (bytes.length < LEAST_BYTES) continue;
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
    writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params }));
    writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
  }
}
