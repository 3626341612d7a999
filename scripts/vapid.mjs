import { createECDH } from "node:crypto";

/** A pair of keys that this site's pushes are signed by: public:private, as browsers and `VAPID_KEYS` have them. */
export function vapidKeys() {
  const pair = createECDH("prime256v1");
  pair.generateKeys();
  // A private key that begins with zeros is shorter: it is filled up.
  const secret = Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()]).subarray(-32);
  return `${pair.getPublicKey("base64url")}:${secret.toString("base64url")}`;
}
