import { createHmac } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { env } from "~/web/env.server";

const PERIOD = 30;
/** Number of half minutes that a clock may be off in either direction. */
const WINDOW = 1;
/**
 * Maximum number of half minutes between the first and last valid code at one moment, with server clocks a minute
 * apart.
 */
export const MAX_STEPS_APART = 2 * WINDOW + 2;

const totpOf = (secret: string, label = "account") =>
  new TOTP({ issuer: "Timbertally", label, secret: Secret.fromBase32(secret), digits: 6, period: PERIOD });

/**
 * Return the secret offered to a session for setup. The secret stays the same for the session, so that reloading the
 * page shows the same QR code. It can't be computed without the server's own secret.
 */
export const deriveOfferedSecret = (sessionHash: string): string =>
  new Secret({
    buffer: new Uint8Array(
      createHmac("sha256", env().SESSION_SECRET)
        .update(`second-factor:${sessionHash}`)
        .digest()
        .subarray(0, 20),
    ).buffer,
  }).base32;

/** Return the URL for an authenticator app's QR code. */
export const buildTotpUri = (secret: string, label: string): string => totpOf(secret, label).toString();

/** Return the half minute (TOTP step) of a code; null if the code is wrong. */
export function findTotpStep(secret: string, typed: string, now: Date): number | null {
  const token = typed.replace(/\s/g, "");
  if (!/^\d{6}$/.test(token)) return null;
  const delta = totpOf(secret).validate({ token, timestamp: now.getTime(), window: WINDOW });
  return delta === null ? null : Math.floor(now.getTime() / 1_000 / PERIOD) + delta;
}

/** Return the code shown by an authenticator app at this moment. */
export const computeTotp = (secret: string, date: Date): string =>
  totpOf(secret).generate({ timestamp: date.getTime() });
