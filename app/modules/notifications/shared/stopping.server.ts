import { createHmac, timingSafeEqual } from "node:crypto";
import { env } from "~/web/env.server";
import { NOTIFICATION_TYPE_IDS, type NotificationType } from "../rules/notices";

/** Mails that an unsubscribe link stops: the daily list, or one kind. */
export type StoppedEmails = NotificationType | "daily";

const sign = (secret: string, what: string, user: number): string =>
  createHmac("sha256", secret).update(`unsubscribe:${what}:${user}`).digest("base64url").slice(0, 22);

/** Secrets that may sign links, the current one first: those for paper, which outlive every session. */
const secrets = (): string[] =>
  env()
    .QR_KEYS.split(",")
    .map((pair) => pair.slice(pair.indexOf(":") + 1));

/** Link that stops mails without signing in: user and kind, signed. */
export const buildStopPath = (user: number, what: StoppedEmails): string =>
  `/unsubscribe/${what}~${user}~${sign(secrets()[0] ?? "", String(what), user)}`;

/** User and kind of an unsubscribe token; null if it isn't ours. */
export function parseStopToken(token: string): { user: number; what: StoppedEmails } | null {
  const [, kind = "", id = "", mac = ""] = /^(daily|\d{1,2})~(\d{1,15})~([\w-]{22})$/.exec(token) ?? [];
  const what = kind === "daily" ? kind : NOTIFICATION_TYPE_IDS.find((type) => String(type) === kind);
  if (!what) return null;
  const bytes = Buffer.from(mac);
  const holds = secrets().some((secret) =>
    timingSafeEqual(bytes, Buffer.from(sign(secret, kind, Number(id)))),
  );
  return holds ? { user: Number(id), what } : null;
}
