import { createHmac } from "node:crypto";
import { z } from "zod";
import type { passkey } from "#db/schema";
import { env } from "~/web/env.server";

/** Passkey options passed to the browser; only the library interprets them. */
export type PasskeyOptions = object & { challenge: string };

type PasskeyRow = typeof passkey.$inferSelect;

/** Host and origin of the site that passkeys belong to. */
const site = () => {
  const { origin, hostname } = new URL(env().PUBLIC_URL);
  return { origin, rpID: hostname };
};

/** Loaded on first use of a passkey, because the library takes a third of a second and 15 MB. */
const library = () => import("@simplewebauthn/server");

/** Return an account's identifier for devices: constant, and without information about the user. */
const handleOf = (userId: number) =>
  new Uint8Array(
    createHmac("sha256", env().SESSION_SECRET).update(`passkey:${userId}`).digest().subarray(0, 16),
  );

const WAYS = ["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"] as const;
/** Transports between browser and passkey; unknown transports are dropped. */
const transports = z
  .array(z.string().max(20))
  .max(10)
  .transform((ways) => WAYS.filter((way) => ways.includes(way)));
const transportsOf = (stored: string) => transports.parse(JSON.parse(stored));
const known = (keys: readonly PasskeyRow[]) =>
  keys.map((key) => ({ id: key.credential_id, transports: transportsOf(key.transports) }));

/** Return the browser's options to create a passkey that the account doesn't have yet. */
export async function createRegistrationOptions(
  person: { id: number; login: string; name: string },
  keys: readonly PasskeyRow[],
): Promise<PasskeyOptions> {
  const { generateRegistrationOptions } = await library();
  const options = await generateRegistrationOptions({
    rpName: "Timbertally",
    rpID: site().rpID,
    userID: handleOf(person.id),
    userName: person.login,
    userDisplayName: person.name,
    attestationType: "none",
    excludeCredentials: known(keys),
    authenticatorSelection: { residentKey: "preferred", userVerification: "preferred" },
  });
  return options;
}

/** Return the browser's options to sign in with one of these passkeys. */
export async function createSignInOptions(keys: readonly PasskeyRow[]): Promise<PasskeyOptions> {
  const { generateAuthenticationOptions } = await library();
  const options = await generateAuthenticationOptions({
    rpID: site().rpID,
    allowCredentials: known(keys),
    userVerification: "preferred",
  });
  return options;
}

const base64url = z
  .string()
  .max(8_000)
  .regex(/^[\w-]+$/);
const answered = {
  id: base64url.max(1_400),
  rawId: base64url.max(1_400),
  type: z.literal("public-key"),
};
const created = z.object({
  ...answered,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: transports.optional(),
  }),
});
const shown = z.object({
  ...answered,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.optional(),
  }),
});

/** Parse JSON from the browser; null if it doesn't match the schema. */
function parsed<S extends z.ZodType>(schema: S, typed: string): z.output<S> | null {
  try {
    return schema.parse(JSON.parse(typed));
  } catch {
    return null;
  }
}

/** Return the passkey that a browser created for this challenge; null if it isn't valid for this site. */
export async function verifyRegistration(challenge: string, typed: string) {
  const answer = parsed(created, typed);
  if (!answer) return null;
  const { verifyRegistrationResponse } = await library();
  const { origin, rpID } = site();
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: { ...answer, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: false,
  }).catch(() => ({ verified: false, registrationInfo: undefined }));
  if (!verified || !registrationInfo) return null;
  const { credential, credentialDeviceType, credentialBackedUp } = registrationInfo;
  return {
    credential_id: credential.id,
    public_key: Buffer.from(credential.publicKey).toString("base64url"),
    counter: credential.counter,
    transports: JSON.stringify(answer.response.transports ?? []),
    can_back_up: credentialDeviceType === "multiDevice",
    is_backed_up: credentialBackedUp,
  };
}

/** Return the passkey id in the browser's response, not yet verified; null if there is none. */
export const readCredentialId = (typed: string): string | null => parsed(shown, typed)?.id ?? null;

/** Return a passkey's updated data after it signed this challenge for this site; null if the signature isn't valid. */
export async function verifyPasskeySignIn(challenge: string, typed: string, key: PasskeyRow) {
  const answer = parsed(shown, typed);
  if (!answer || answer.id !== key.credential_id) return null;
  const { verifyAuthenticationResponse } = await library();
  const { origin, rpID } = site();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...answer, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: false,
    credential: {
      id: key.credential_id,
      publicKey: new Uint8Array(Buffer.from(key.public_key, "base64url")),
      counter: key.counter,
      transports: transportsOf(key.transports),
    },
  }).catch(() => ({ verified: false, authenticationInfo: undefined }));
  if (!verified || !authenticationInfo) return null;
  return { counter: authenticationInfo.newCounter, is_backed_up: authenticationInfo.credentialBackedUp };
}
