import { generateKeyPairSync, sign } from "node:crypto";

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** Create a key with which sqld verifies its clients (`--auth-jwt-key-file`), and a token that the key accepts. */
export function createSqldToken(): { key: string; token: string } {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const unsigned = `${encoded({ alg: "EdDSA", typ: "JWT" })}.${encoded({})}`;
  const signature = sign(null, Buffer.from(unsigned), privateKey).toString("base64url");
  return { key: publicKey.export({ format: "jwk" }).x ?? "", token: `${unsigned}.${signature}` };
}
