import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const brotli = promisify(brotliCompress);
const gz = promisify(gzip);

/** Which encoding to answer with: the one the caller likes better, Brotli where both are liked the same. */
export function chooseEncoding(accept: string | null): "br" | "gzip" | null {
  const quality = new Map<string, number>();
  for (const part of (accept ?? "").toLowerCase().split(",")) {
    const [name = "", ...params] = part.trim().split(";");
    const q = params.map((p) => /^\s*q=([\d.]+)/.exec(p)?.[1]).find(Boolean);
    quality.set(name.trim(), q === undefined ? 1 : Number(q));
  }
  const liked = (name: string) => quality.get(name) ?? quality.get("*") ?? 0;
  const [br, gzip] = [liked("br"), liked("gzip")];
  if (br > 0 && br >= gzip) return "br";
  return gzip > 0 ? "gzip" : null;
}

/** A whole document, compressed once and off the main thread; level 4 is where Brotli's time pays. */
export async function compressDocument(
  html: string,
  accept: string | null,
): Promise<{ body: Uint8Array; encoding: string | null }> {
  const bytes = Buffer.from(html);
  const encoding = chooseEncoding(accept);
  if (encoding === "br") {
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: 4,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      // A window that holds the document; the usual one takes eight megabytes for every answer.
      [constants.BROTLI_PARAM_LGWIN]: Math.min(22, Math.max(16, Math.ceil(Math.log2(bytes.length + 1)))),
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    };
    return { body: await brotli(bytes, { params }), encoding };
  }
  if (encoding === "gzip") return { body: await gz(bytes, { level: 6 }), encoding };
  return { body: bytes, encoding: null };
}
