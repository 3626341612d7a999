import { randomFillSync } from "node:crypto";

/** What a policy's nonce should have at least (CSP Level 3, section 8.1: 128 bits). */
const BYTES = 16;
/** How many are drawn at once: 16 bytes take the generator about as long as 4 KB. `randomUUID` draws ahead as well. */
const AT_ONCE = 256;

/** A new nonce with each call: 128 random bits in base64. */
export function nonces(): () => string {
  const random = Buffer.alloc(BYTES * AT_ONCE);
  let at = random.length;
  return () => {
    if (at === random.length) {
      randomFillSync(random);
      at = 0;
    }
    const nonce = random.toString("base64", at, at + BYTES);
    at += BYTES;
    return nonce;
  };
}
