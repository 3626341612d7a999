import { createHmac } from "node:crypto";
import { eq } from "drizzle-orm";
import { z } from "zod";
import { user } from "#db/schema";
import { type Env, env } from "~/web/env.server";
import { procedure } from "~/web/procedure";
import { notFound } from "~/web/refusal";

/** Lifetime of an expiring token, in milliseconds. */
const LASTS_MS = 5 * 60_000;
const TOKENS = 20;

type Provider = Env["SUPPORT_CHAT"];
export type ChatToken = {
  provider: Provider;
  app_id: string | null;
  identifier: string;
  token: string | null;
  expires_at: string | null;
};

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");

function jwt(payload: object, secret: string): string {
  const signed = `${part({ alg: "HS256", typ: "JWT" })}.${part(payload)}`;
  return `${signed}.${createHmac("sha256", secret).update(signed).digest("base64url")}`;
}
const hmac = (text: string, secret: string) => createHmac("sha256", secret).update(text).digest("hex");

/**
 * Create a token that proves a user's identity to a chat provider. A provider that identifies users by email gets only
 * a confirmed email, because anyone could type another person's email. Without a provider, the site's own conversations
 * are used.
 */
export function createChatToken(
  settings: { provider: Provider; app_id?: string; secret?: string },
  person: { id: number; email: string | null },
  now: Date,
): ChatToken {
  const { provider, app_id, secret } = settings;
  const identifier = `user:${person.id}`;
  const builtin = { provider: "builtin" as const, app_id: null, identifier, token: null, expires_at: null };
  if (provider === "builtin" || !app_id || !secret) return builtin;
  const by = { provider, app_id, identifier, expires_at: null };
  if (provider === "chatwoot") return { ...by, token: hmac(identifier, secret) };
  if (provider === "intercom") {
    const until = Math.floor((now.getTime() + LASTS_MS) / 1000);
    const token = jwt(
      { user_id: identifier, ...(person.email ? { email: person.email } : {}), exp: until },
      secret,
    );
    return { ...by, token, expires_at: new Date(until * 1000).toISOString() };
  }
  return person.email ? { ...by, token: hmac(person.email, secret) } : builtin;
}

/** Return the user's identity for the site's chat provider. */
export const getChatToken = procedure({
  name: "getChatToken",
  audience: "user",
  input: z.strictObject({}),
  output: z.strictObject({
    provider: z.enum(["builtin", "chatwoot", "front", "crisp", "intercom"]),
    app_id: z.string().nullable(),
    identifier: z.string().describe("Stays the same when the email changes."),
    token: z
      .string()
      .nullable()
      .describe("A signature of the identifier or the email, or a JWT; null for builtin."),
    expires_at: z.string().nullable(),
  }),
  async run(ctx) {
    const me = ctx.actor.user;
    if (!me) throw notFound();
    await ctx.count([{ limit: TOKENS, bucket: `support-chat:${me.id}` }]);
    const [row] = await ctx.read.select().from(user).where(eq(user.id, me.id));
    const e = env();
    return createChatToken(
      { provider: e.SUPPORT_CHAT, app_id: e.SUPPORT_APP_ID, secret: e.SUPPORT_SECRET },
      { id: me.id, email: row?.email_verified_at ? row.email : null },
      ctx.now,
    );
  },
});
