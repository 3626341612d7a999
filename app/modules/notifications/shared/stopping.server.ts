import { createHmac, timingSafeEqual } from "node:crypto";
import { env } from "~/web/env.server";
import { NOTIFICATION_TYPE_IDS, type NotificationType } from "../rules/notices";

/** Emails that an unsubscribe link stops: the daily digest, or one type of notification. */
export type UnsubscribeTopic = NotificationType | "daily";

const sign = (secret: string, what: string, user: number): string =>
  createHmac("sha256", secret).update(`unsubscribe:${what}:${user}`).digest("base64url").slice(0, 22);

/**
 * Secrets that may sign links, the current one first. These secrets also sign printed QR codes, which outlive every
 * session.
 */
const secrets = (): string[] =>
  env()
    .QR_KEYS.split(",")
    .map((pair) => pair.slice(pair.indexOf(":") + 1));

/** Return the signed link, containing the user and the type of email, that stops emails without signing in. */
export const buildUnsubscribePath = (user: number, what: UnsubscribeTopic): string =>
  `/unsubscribe/${what}~${user}~${sign(secrets()[0] ?? "", String(what), user)}`;

/** Return the user and the type of email in an unsubscribe token; null if this site didn't sign the token. */
export function parseUnsubscribeToken(token: string): { user: number; what: UnsubscribeTopic } | null {
  const [, kind = "", id = "", mac = ""] = /^(daily|\d{1,2})~(\d{1,15})~([\w-]{22})$/.exec(token) ?? [];
  const what = kind === "daily" ? kind : NOTIFICATION_TYPE_IDS.find((type) => String(type) === kind);
  if (!what) return null;
  const bytes = Buffer.from(mac);
  const holds = secrets().some((secret) =>
    timingSafeEqual(bytes, Buffer.from(sign(secret, kind, Number(id)))),
  );
  return holds ? { user: Number(id), what } : null;
}
