import { and, desc, eq, isNull, type SQL } from "drizzle-orm";
import { z } from "zod";
import { apiKey, user } from "#db/schema";
import { formatFullName } from "~/lib/text/text";
import { formatInstant } from "~/lib/time/time";
import type { CompanyActor } from "~/web/actor";
import { requireAdmin } from "~/web/admin";
import { expectOneRow } from "~/web/commit.server";
import { type Ctx, procedure } from "~/web/procedure";
import { invalid, notFound } from "~/web/refusal";
import { createToken, hashToken } from "~/web/session.server";

const ADMINS_ONLY = "Only an admin of your company can see, create and revoke API keys.";
/**
 * Maximum number of active keys per company. It is enough for all of a company's programs; a company that needs more
 * isn't revoking old keys.
 */
export const MAX_API_KEYS = 20;

/** List the acting company's keys, newest first, including revoked keys; secrets are never included. */
export const listApiKeys = procedure({
  name: "listApiKeys",
  input: z.strictObject({}),
  async run(ctx) {
    requireAdmin(ctx.actor, ADMINS_ONLY);
    return readKeys(ctx, eq(apiKey.company_id, ctx.actor.company.id));
  },
});

async function readKeys(ctx: Ctx, which: SQL | undefined) {
  const rows = await ctx.read
    .select({ key: apiKey, first_name: user.first_name, last_name: user.last_name })
    .from(apiKey)
    .innerJoin(user, eq(user.id, apiKey.creator_user_id))
    .where(which)
    .orderBy(desc(apiKey.id));
  const words = (iso: string) => ({ at: iso, text: formatInstant(iso, ctx.actor.zone, ctx.now) });
  return rows.map(({ key, ...person }) => ({
    id: key.id,
    name: key.name,
    client_key: key.client_key,
    who: formatFullName(person),
    created: words(key.created_at),
    used: key.last_used_at ? words(key.last_used_at) : null,
    revoked: key.revoked_at ? words(key.revoked_at) : null,
  }));
}
export type ApiKeySummary = Awaited<ReturnType<typeof readKeys>>[number];

/** Create a key. Only this response contains its secret; the database stores the secret's hash. */
export const makeApiKey = procedure({
  name: "makeApiKey",
  fresh: true,
  input: z.strictObject({
    name: z
      .string("Enter a name for the key")
      .trim()
      .min(1, "Enter a name for the key")
      .max(60, "A name can be at most 60 characters"),
    form_id: z.uuid("Reload the page, then create the key."),
  }),
  async run(ctx, { name, form_id }) {
    const person = requireAdmin(ctx.actor, ADMINS_ONLY);
    const me = ctx.actor.company.id;
    const [sent] = await ctx.read.select({ id: apiKey.id }).from(apiKey).where(eq(apiKey.form_id, form_id));
    if (sent)
      throw invalid({
        "": ["This form already created its key, and a secret is shown only once. Reload the page."],
      });
    const open = await openKeys(ctx, me);
    if (open.some((key) => key.name.toLowerCase() === name.toLowerCase()))
      throw invalid({ name: ["You already have a key with this name. History identifies keys by name."] });
    if (open.length >= MAX_API_KEYS)
      throw invalid({ "": [`A company can have at most ${MAX_API_KEYS} keys. Revoke one first.`] });
    const client_key = `ttk_${createToken().slice(0, 16)}`;
    const secret = createToken();
    await ctx.commit(
      [
        expectOneRow(
          ctx.write.insert(apiKey).values({
            company_id: me,
            name,
            client_key,
            secret_hash: hashToken(secret),
            form_id,
            creator_user_id: person.id,
            created_at: ctx.now.toISOString(),
          }),
        ),
      ],
      { ok: true },
    );
    return { name, client_key, secret };
  },
});

const openKeys = (ctx: Ctx, companyId: number) =>
  ctx.read
    .select({ id: apiKey.id, name: apiKey.name })
    .from(apiKey)
    .where(and(eq(apiKey.company_id, companyId), isNull(apiKey.revoked_at)));

/** Return one of the acting company's active keys, to be revoked. */
async function openKey(ctx: Ctx<CompanyActor>, keyId: number) {
  requireAdmin(ctx.actor, ADMINS_ONLY);
  const mine = and(
    eq(apiKey.id, keyId),
    eq(apiKey.company_id, ctx.actor.company.id),
    isNull(apiKey.revoked_at),
  );
  const [key] = await readKeys(ctx, mine);
  if (!key) throw notFound("We couldn't find that key, or it was revoked.");
  return { key, mine };
}

const input = z.strictObject({ key_id: z.number().int() });

/** Return a key for the page that confirms revoking it; its last use shows what would stop working. */
export const getApiKey = procedure({
  name: "getApiKey",
  input,
  run: async (ctx, { key_id }) => (await openKey(ctx, key_id)).key,
});

/** Revoke a key: later calls with it are refused like an unknown key. */
export const revokeApiKey = procedure({
  name: "revokeApiKey",
  fresh: true,
  input,
  async run(ctx, { key_id }) {
    const { mine } = await openKey(ctx, key_id);
    return ctx.commit(
      [expectOneRow(ctx.write.update(apiKey).set({ revoked_at: ctx.now.toISOString() }).where(mine))],
      { ok: true },
    );
  },
});
