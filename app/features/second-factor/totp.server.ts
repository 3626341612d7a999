import { createHmac } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { env } from "~/web/env.server";

const PERIOD = 30;
/** A clock may be off by one half minute in either direction. */
const WINDOW = 1;
/** The half minutes between the first and the last code that are right at one moment, on servers a minute apart. */
export const MAX_STEPS_APART = 2 * WINDOW + 2;

const totpOf = (secret: string, label = "account") =>
  new TOTP({ issuer: "Timbertally", label, secret: Secret.fromBase32(secret), digits: 6, period: PERIOD });

/**
 * The secret that a sign-in is offered to set up: the same while it lasts, so that a page that is loaded twice shows the same
 * square, and known to nobody who can't read this server's own secret.
 */
export const offeredSecret = (sessionHash: string): string =>
  new Secret({
    buffer: new Uint8Array(
      createHmac("sha256", env().SESSION_SECRET)
        .update(`second-factor:${sessionHash}`)
        .digest()
        .subarray(0, 20),
    ).buffer,
  }).base32;

/** What an app reads from the square. */
export const totpAddress = (secret: string, label: string): string => totpOf(secret, label).toString();

/** The half minute that a code belongs to; null where it is wrong. */
export function stepOf(secret: string, typed: string, now: Date): number | null {
  const token = typed.replace(/\s/g, "");
  if (!/^\d{6}$/.test(token)) return null;
  const delta = totpOf(secret).validate({ token, timestamp: now.getTime(), window: WINDOW });
  return delta === null ? null : Math.floor(now.getTime() / 1_000 / PERIOD) + delta;
}

/** The code of a moment, as an app shows it. */
export const totpAt = (secret: string, at: Date): string =>
  totpOf(secret).generate({ timestamp: at.getTime() });
