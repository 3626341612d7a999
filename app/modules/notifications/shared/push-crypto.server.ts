import { createECDH, createHash } from "node:crypto";
import { env } from "~/web/env.server";

const ENCODING = "aes128gcm";

const bytes = (text: string) => Buffer.from(text, "base64url");

/** Check whether a browser's key is a point on the curve and its secret has the right length. */
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

/** Return the topic under which a newer message replaces one still queued at the push service; 32 characters at most. */
export const hashTopic = (group: string): string =>
  createHash("sha256").update(group).digest("base64url").slice(0, 32);

/**
 * Encrypt a message for one browser (RFC 8291) and sign the request for its push service (RFC 8292). Return the body
 * and the request headers.
 */
export async function encryptAndSignPush(
  message: string,
  to: { endpoint: string; p256dh: string; auth: string },
) {
  // Imported at the first push because no page needs it.
  const { default: webPush } = await import("web-push");
  const { SECURITY_CONTACT, PUBLIC_URL, VAPID_KEYS } = env();
  const [publicKey = "", privateKey = ""] = VAPID_KEYS?.split(":") ?? [];
  const { origin } = new URL(to.endpoint);
  // Push services accept only an https or mailto contact address.
  const contact = SECURITY_CONTACT ?? PUBLIC_URL.replace(/^http:/, "https:");
  const { Authorization } = webPush.getVapidHeaders(origin, contact, publicKey, privateKey, ENCODING);
  const { cipherText } = webPush.encrypt(to.p256dh, to.auth, message, ENCODING);
  return {
    headers: { Authorization, "Content-Type": "application/octet-stream", "Content-Encoding": ENCODING },
    body: new Uint8Array(cipherText),
  };
}
