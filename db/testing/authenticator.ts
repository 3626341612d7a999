import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";

const url = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");
const sha256 = (bytes: string | Uint8Array) => createHash("sha256").update(bytes).digest();
const short = (n: number, bytes: number) => {
  const created = Buffer.alloc(bytes);
  created.writeUIntBE(n, 0, bytes);
  return created;
};

/** The few CBOR types that a passkey uses: small numbers, bytes, texts, maps. */
function cbor(value: number | string | Uint8Array | Map<string | number, unknown>): Buffer {
  const head = (major: number, n: number) =>
    n < 24
      ? Buffer.from([(major << 5) | n])
      : n < 256
        ? Buffer.from([(major << 5) | 24, n])
        : Buffer.concat([Buffer.from([(major << 5) | 25]), short(n, 2)]);
  if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === "string")
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Map)
    return Buffer.concat([
      head(5, value.size),
      ...[...value].flatMap(([name, one]) => [cbor(name), cbor(one as never)]),
    ]);
  return Buffer.concat([head(2, value.length), value]);
}

const PRESENT = 0x01;
const VERIFIED = 0x04;
const CAN_BACK_UP = 0x08;
const BACKED_UP = 0x10;
const HAS_KEY = 0x40;

/**
 * A simulated device that stores one passkey and responds according to the standard (WebAuthn level 2, ES256, no
 * attestation). Written from the standard alone, so that the code that reads its responses is tested against an
 * independent implementation.
 */
export function createSoftAuthenticator({
  origin = "http://localhost:3000",
  host = "localhost",
  syncs = false,
} = {}) {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const id = randomBytes(32);
  let uses = 0;
  const flags = PRESENT | VERIFIED | (syncs ? CAN_BACK_UP | BACKED_UP : 0);
  const said = (type: string, challenge: string, from: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }));
  const about = (more: number, instant: string) =>
    Buffer.concat([sha256(instant), Buffer.from([flags | more]), short(uses, 4)]);
  const answer = (response: object) =>
    JSON.stringify({ id: url(id), rawId: url(id), type: "public-key", response });
  return {
    id: url(id),
    /** Set the usage counter, to simulate a copied device, which counts separately. */
    counts: (n: number) => {
      uses = n;
    },
    make(challenge: string, from = origin, instant = host) {
      const key = new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, "base64url")],
        [-3, Buffer.from(y, "base64url")],
      ]);
      const authData = Buffer.concat([
        about(HAS_KEY, instant),
        Buffer.alloc(16),
        short(id.length, 2),
        id,
        cbor(key),
      ]);
      const attestation = new Map<string, unknown>([
        ["fmt", "none"],
        ["attStmt", new Map()],
        ["authData", authData],
      ]);
      return answer({
        clientDataJSON: url(said("webauthn.create", challenge, from)),
        attestationObject: url(cbor(attestation)),
        transports: ["internal"],
      });
    },
    show(challenge: string, from = origin, instant = host) {
      uses++;
      const client = said("webauthn.get", challenge, from);
      const authenticatorData = about(0, instant);
      const signature = sign("sha256", Buffer.concat([authenticatorData, sha256(client)]), privateKey);
      return answer({
        clientDataJSON: url(client),
        authenticatorData: url(authenticatorData),
        signature: url(signature),
      });
    },
  };
}
