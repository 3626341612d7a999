import {
  createHash,
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  type KeyObject,
  sign,
  verify,
} from "node:crypto";

/** What stands before the 32 bytes of an Ed25519 key in DER. */
const PRIVATE_HEAD = Buffer.from("302e020100300506032b657004220420", "hex");
const PUBLIC_HEAD = Buffer.from("302a300506032b6570032100", "hex");

/** The keys that sign anchors, worked out from `QR_KEYS`, so that there is nothing more to keep; the first one signs. */
export const anchorKeys = (qrKeys: string): KeyObject[] =>
  qrKeys.split(",").map((pair) => {
    const secret = pair.slice(pair.indexOf(":") + 1);
    const seed = Buffer.from(hkdfSync("sha256", secret, "", "timbertally:anchors", 32));
    return createPrivateKey({ key: Buffer.concat([PRIVATE_HEAD, seed]), format: "der", type: "pkcs8" });
  });

/** The public half, which anyone may have: 43 characters. */
export const publicHalf = (key: KeyObject): string =>
  createPublicKey(key)
    .export({ format: "der", type: "spki" })
    .subarray(PUBLIC_HEAD.length)
    .toString("base64url");

export const hashOfLine = (line: string): string => createHash("sha256").update(line).digest("hex");

export const signLine = (line: string, key: KeyObject): string =>
  sign(null, Buffer.from(line), key).toString("base64url");

/** Whether a line was signed by the holder of this key. */
export function lineHolds(line: string, signature: string, publicKey: string): boolean {
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
