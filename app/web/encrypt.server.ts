import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { env } from "./env.server";

const HEAD = 12 + 16;

/** Return the keys for one purpose, derived from `QR_KEYS` so that only that setting is needed. The first key encrypts. */
const keysFor = (purpose: string) =>
  env()
    .QR_KEYS.split(",")
    .map((pair) => {
      const index = pair.indexOf(":");
      const key = Buffer.from(hkdfSync("sha256", pair.slice(index + 1), "", `timbertally:${purpose}`, 32));
      return { kid: pair.slice(0, index), key };
    });

/**
 * Encrypt a secret for the database with AES-256-GCM, bound to its purpose and owner: a copy of the database alone, or
 * the text in another row, can't be decrypted. The result is `KID.` and base64url.
 */
export function encrypt(text: string, purpose: string, belongsTo: string): string {
  const [first] = keysFor(purpose);
  if (!first) throw new Error("QR_KEYS holds no key.");
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", first.key, iv).setAAD(Buffer.from(belongsTo));
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return `${first.kid}.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString("base64url")}`;
}

/**
 * Decrypt a secret. Null if its key no longer exists, if it was encrypted for another purpose or owner, or if it was
 * changed.
 */
export function decrypt(seal: string, purpose: string, belongsTo: string): string | null {
  const index = seal.indexOf(".");
  const match = keysFor(purpose).find(({ kid }) => kid === seal.slice(0, index));
  const bytes = Buffer.from(seal.slice(index + 1), "base64url");
  if (!match || bytes.length < HEAD) return null;
  try {
    const decipher = createDecipheriv("aes-256-gcm", match.key, bytes.subarray(0, 12))
      .setAAD(Buffer.from(belongsTo))
      .setAuthTag(bytes.subarray(12, HEAD));
    return Buffer.concat([decipher.update(bytes.subarray(HEAD)), decipher.final()]).toString("utf8");
  } catch {
    return null;
  }
}
