import {
  createHash,
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  type KeyObject,
  sign,
  verify,
} from "node:crypto";

/** DER prefixes of an Ed25519 key's 32 bytes. */
const PRIVATE_HEAD = Buffer.from("302e020100300506032b657004220420", "hex");
const PUBLIC_HEAD = Buffer.from("302a300506032b6570032100", "hex");

/** Derive the keys that sign anchors from `QR_KEYS`, so that there is no other secret to store; the first key signs. */
export const deriveAnchorKeys = (qrKeys: string): KeyObject[] =>
  qrKeys.split(",").map((pair) => {
    const secret = pair.slice(pair.indexOf(":") + 1);
    const seed = Buffer.from(hkdfSync("sha256", secret, "", "timbertally:anchors", 32));
    return createPrivateKey({ key: Buffer.concat([PRIVATE_HEAD, seed]), format: "der", type: "pkcs8" });
  });

/** Return the public key, 43 characters, which may be published. */
export const exportPublicKey = (key: KeyObject): string =>
  createPublicKey(key)
    .export({ format: "der", type: "spki" })
    .subarray(PUBLIC_HEAD.length)
    .toString("base64url");

export const hashLine = (line: string): string => createHash("sha256").update(line).digest("hex");

export const signLine = (line: string, key: KeyObject): string =>
  sign(null, Buffer.from(line), key).toString("base64url");

/** Check whether the holder of this key signed the line. */
export function verifyLine(line: string, signature: string, publicKey: string): boolean {
  try {
    const key = Buffer.concat([PUBLIC_HEAD, Buffer.from(publicKey, "base64url")]);
    return verify(
      null,
      Buffer.from(line),
      createPublicKey({ key, format: "der", type: "spki" }),
      Buffer.from(signature, "base64url"),
    );
  } catch {
    return false;
  }
}
