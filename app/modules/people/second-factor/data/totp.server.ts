import { createHmac } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { env } from "~/web/env.server";

const PERIOD = 30;
/** A clock may be off by one half minute in either direction. */
const WINDOW = 1;
/** Maximum half minutes between the first and the last valid code at one moment, on servers a minute apart. */
export const MAX_STEPS_APART = 2 * WINDOW + 2;

const totpOf = (secret: string, label = "account") =>
  new TOTP({ issuer: "Timbertally", label, secret: Secret.fromBase32(secret), digits: 6, period: PERIOD });

/**
 * Secret offered to a sign-in for setup: the same for the whole session, so that reloading the page shows the same QR
 * code, and unknown to anybody who can't read this server's own secret.
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

/** URL that an app reads from the QR code. */
export const buildTotpUri = (secret: string, label: string): string => totpOf(secret, label).toString();

/** Return the half minute that a code belongs to; null if it is wrong. */
export function findTotpStep(secret: string, typed: string, now: Date): number | null {
  const token = typed.replace(/\s/g, "");
  if (!/^\d{6}$/.test(token)) return null;
  const delta = totpOf(secret).validate({ token, timestamp: now.getTime(), window: WINDOW });
  return delta === null ? null : Math.floor(now.getTime() / 1_000 / PERIOD) + delta;
}

/** Return the code for a moment, as an app shows it. */
export const computeTotp = (secret: string, date: Date): string =>
  totpOf(secret).generate({ timestamp: date.getTime() });
