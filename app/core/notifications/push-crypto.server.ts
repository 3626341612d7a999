import {
  createCipheriv,
  createECDH,
  createHash,
  createHmac,
  createPrivateKey,
  randomBytes,
  sign,
} from "node:crypto";

const hmac = (key: Buffer, data: Buffer) => createHmac("sha256", key).update(data).digest();
const bytes = (text: string) => Buffer.from(text, "base64url");
const info = (words: string, ...more: Buffer[]) => Buffer.concat([Buffer.from(`${words}\0`), ...more]);
const LAST = Buffer.from([1]);

/** Values that differ per message; a test passes the RFC's own. */
type Chance = { key: string; salt: Buffer };

/**
 * Encrypt a message for one browser (RFC 8291, with the coding of RFC 8188): between a one-time sender key and the
 * browser's own, so that the service between them can't read it.
 */
export function encryptPush(message: string, to: { p256dh: string; auth: string }, chance?: Chance): Buffer {
  const ours = createECDH("prime256v1");
  if (chance) ours.setPrivateKey(bytes(chance.key));
  else ours.generateKeys();
  const [theirs, mine] = [bytes(to.p256dh), ours.getPublicKey()];
  const shared = hmac(bytes(to.auth), ours.computeSecret(theirs));
  const secret = hmac(shared, info("WebPush: info", theirs, mine, LAST));
  const salt = chance?.salt ?? randomBytes(16);
  const mixed = hmac(salt, secret);
  const key = hmac(mixed, info("Content-Encoding: aes128gcm", LAST)).subarray(0, 16);
  const nonce = hmac(mixed, info("Content-Encoding: nonce", LAST)).subarray(0, 12);
  const cipher = createCipheriv("aes-128-gcm", key, nonce);
  const text = Buffer.concat([
    cipher.update(message, "utf8"),
    cipher.update(Buffer.from([2])),
    cipher.final(),
  ]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(4_096);
  return Buffer.concat([salt, size, Buffer.from([mine.length]), mine, text, cipher.getAuthTag()]);
}

/** True if a browser's key is a point on the curve, and its secret has the right length. */
export function isPushKey({ p256dh, auth }: { p256dh: string; auth: string }): boolean {
  try {
    const probe = createECDH("prime256v1");
    probe.generateKeys();
    probe.computeSecret(bytes(p256dh));
    return bytes(p256dh).length === 65 && bytes(auth).length === 16;
  } catch {
    return false;
  }
}

/** Identify the sender to a push service (RFC 8292): a signature for its origin, valid until `until`. */
export function createVapidHeader(keys: string, origin: string, contact: string, until: Date): string {
  const [open = "", secret = ""] = keys.split(":");
  const point = bytes(open);
  const coordinate = (from: number) => point.subarray(from, from + 32).toString("base64url");
  const key = createPrivateKey({
    format: "jwk",
    key: { kty: "EC", crv: "P-256", x: coordinate(1), y: coordinate(33), d: secret },
  });
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const message = `${part({ typ: "JWT", alg: "ES256" })}.${part({ aud: origin, exp: Math.floor(until.getTime() / 1000), sub: contact })}`;
  const signature = sign("sha256", Buffer.from(message), { key, dsaEncoding: "ieee-p1363" });
  return `vapid t=${message}.${signature.toString("base64url")}, k=${open}`;
}

/** Name under which a newer message replaces a waiting one; 32 letters at most. */
export const hashTopic = (group: string): string =>
  createHash("sha256").update(group).digest("base64url").slice(0, 32);
