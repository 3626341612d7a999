import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { env } from "./env.server";

const HEAD = 12 + 16;

/** Keys for one purpose, worked out from `QR_KEYS`, so that there is nothing more to keep; the first one seals. */
const keysFor = (purpose: string) =>
  env()
    .QR_KEYS.split(",")
    .map((pair) => {
      const at = pair.indexOf(":");
      const key = Buffer.from(hkdfSync("sha256", pair.slice(at + 1), "", `timbertally:${purpose}`, 32));
      return { kid: pair.slice(0, at), key };
    });

/**
 * A secret as it may lie in the database: AES-256-GCM, bound to its purpose and its owner, so that a copy of
 * the database alone, or of another row, opens nothing. `KID.` and base64url.
 */
export function sealed(text: string, purpose: string, belongsTo: string): string {
  const [first] = keysFor(purpose);
  if (!first) throw new Error("QR_KEYS holds no key.");
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", first.key, iv).setAAD(Buffer.from(belongsTo));
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return `${first.kid}.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString("base64url")}`;
}

/** What was sealed; null where its key is gone, or where it was sealed for something or somebody else, or changed. */
export function unsealed(seal: string, purpose: string, belongsTo: string): string | null {
  const at = seal.indexOf(".");
  const found = keysFor(purpose).find(({ kid }) => kid === seal.slice(0, at));
  const bytes = Buffer.from(seal.slice(at + 1), "base64url");
  if (!found || bytes.length < HEAD) return null;
  try {
    const decipher = createDecipheriv("aes-256-gcm", found.key, bytes.subarray(0, 12))
      .setAAD(Buffer.from(belongsTo))
      .setAuthTag(bytes.subarray(12, HEAD));
    return Buffer.concat([decipher.update(bytes.subarray(HEAD)), decipher.final()]).toString("utf8");
  } catch {
    return null;
  }
}
