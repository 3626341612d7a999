import { randomFillSync } from "node:crypto";

/** What a policy's nonce should have at least (CSP Level 3, section 8.1: 128 bits). */
const BYTES = 16;
/** Taken from the generator at once, which is asked for so few bytes nearly as long as for so many; as `randomUUID` does. */
const AT_ONCE = 256;

/** Gives a nonce each time, in base64: 128 bits of chance that were given to nobody before. */
export function nonces(): () => string {
  const chance = Buffer.alloc(BYTES * AT_ONCE);
  let at = chance.length;
  return () => {
    if (at === chance.length) {
      randomFillSync(chance);
      at = 0;
    }
    const nonce = chance.toString("base64", at, at + BYTES);
    at += BYTES;
    return nonce;
  };
}
