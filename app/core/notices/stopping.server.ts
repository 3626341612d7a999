import { createHmac, timingSafeEqual } from "node:crypto";
import { env } from "~/web/env.server";
import { NOTICE_TYPES, type NoticeType } from "./notices";

/** What a link in a mail stops: the list of the day, or a kind of news at once. */
export type Stopped = NoticeType | "daily";

const sign = (secret: string, what: string, user: number): string =>
  createHmac("sha256", secret).update(`unsubscribe:${what}:${user}`).digest("base64url").slice(0, 22);

/** The secrets that links may be signed by, the one of today first: those of paper, which outlive every session. */
const secrets = (): string[] =>
  env()
    .QR_KEYS.split(",")
    .map((pair) => pair.slice(pair.indexOf(":") + 1));

/** The link that stops mails without signing in: who and what, signed. */
export const stopPath = (user: number, what: Stopped): string =>
  `/unsubscribe/${what}~${user}~${sign(secrets()[0] ?? "", String(what), user)}`;

/** Who asks for what to stop; null for a token that is not one of ours. */
export function readStop(token: string): { user: number; what: Stopped } | null {
  const [, kind = "", id = "", mac = ""] = /^(daily|\d{1,2})~(\d{1,15})~([\w-]{22})$/.exec(token) ?? [];
  const what = kind === "daily" ? kind : NOTICE_TYPES.find((type) => String(type) === kind);
  if (!what) return null;
  const given = Buffer.from(mac);
  const holds = secrets().some((secret) =>
    timingSafeEqual(given, Buffer.from(sign(secret, kind, Number(id)))),
  );
  return holds ? { user: Number(id), what } : null;
}
