import { and, count, eq, gt, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import type { Read } from "#db/client.server";
import { passkey, passkeyChallenge, secondFactor, user } from "#db/schema";
import { createTextSchema } from "~/lib/text/input";
import { allowAnyRows, expectOneRow, expectTrue } from "~/web/commit.server";
import { env } from "~/web/env.server";
import { type Ctx, procedure, type Step } from "~/web/procedure";
import { invalid, notFound, unprocessable } from "~/web/refusal";
import { buildAccountEventStep } from "../../shared/account-events.server";
import {
  buildClearSecondFactorTriesStep,
  buildFirstFactorSteps,
  getSecondFactorTries,
  passwordField,
  pendingSignInInput,
  requirePassword,
  sessionHashField,
} from "./codes.server";
import {
  createRegistrationOptions,
  createSignInOptions,
  readCredentialId,
  verifyPasskeySignIn,
  verifyRegistration,
} from "./webauthn.server";

const MINUTES = 5;
const MAX_ROWS = 20;
const OVER = "That took too long, or it was already sent. Start again.";
const NOT_MADE = "This device didn't make a passkey for this site. Start again.";
const NOT_SHOWN = "This passkey isn't one of this account. Try another, or type a code.";

const response = createTextSchema(16_000, "That's too long for a passkey", "Use the passkey").min(
  1,
  "Use the passkey",
);
const name = createTextSchema(60, "Use 60 characters at most", "Give it a name").min(1, "Give it a name");
const passkey_id = z.number().int();

type Purpose = "add" | "sign-in";

/** Store a passkey challenge, replacing the previous challenge for the same purpose. */
const challengeStep = (
  ctx: Ctx,
  user_id: number,
  purpose: Purpose,
  challenge: string,
  session_hash: string | null,
): Step[] => {
  const expires_at = new Date(ctx.now.getTime() + MINUTES * 60_000).toISOString();
  return [
    allowAnyRows(
      ctx.write
        .delete(passkeyChallenge)
        .where(and(eq(passkeyChallenge.user_id, user_id), eq(passkeyChallenge.purpose, purpose))),
    ),
    expectOneRow(
      ctx.write.insert(passkeyChallenge).values({ user_id, purpose, challenge, session_hash, expires_at }),
    ),
  ];
};

/** Return the valid challenge and the step that consumes it; null if there is none. */
async function openChallenge(ctx: Ctx, user_id: number, purpose: Purpose, session_hash: string | null) {
  const open = and(
    eq(passkeyChallenge.user_id, user_id),
    eq(passkeyChallenge.purpose, purpose),
    session_hash === null
      ? isNull(passkeyChallenge.session_hash)
      : eq(passkeyChallenge.session_hash, session_hash),
    gt(passkeyChallenge.expires_at, ctx.now.toISOString()),
  );
  const [row] = await ctx.read.select().from(passkeyChallenge).where(open);
  if (!row) return null;
  const taken = and(open, eq(passkeyChallenge.challenge, row.challenge));
  return { challenge: row.challenge, take: expectOneRow(ctx.write.delete(passkeyChallenge).where(taken)) };
}

const keysOf = (read: Read, userId: number) =>
  read.select().from(passkey).where(eq(passkey.user_id, userId)).orderBy(passkey.created_at, passkey.id);

/** Start creating a passkey: check its name and the password, and return the browser's options. */
export const startPasskey = procedure({
  name: "startPasskey",
  audience: "user",
  secrets: ["password", "session"],
  input: z.strictObject({ session: sessionHashField, name, password: passwordField }),
  async run(ctx, input) {
    const me = await requirePassword(ctx, input.password);
    const [person] = await ctx.read.select().from(user).where(eq(user.id, me));
    if (!person) throw notFound();
    const keys = await keysOf(ctx.read, me);
    if (keys.length >= MAX_ROWS) throw unprocessable("You have 20 passkeys. Remove one first.");
    const login = person.email ?? person.phone_number ?? person.first_name;
    const options = await createRegistrationOptions(
      { id: me, login, name: `${person.first_name} ${person.last_name}`.trim() },
      keys,
    );
    await ctx.commit(challengeStep(ctx, me, "add", options.challenge, input.session), {});
    return { options, name: input.name };
  },
});

/** Save the passkey created by the browser, within five minutes and in the same session. */
export const addPasskey = procedure({
  name: "addPasskey",
  audience: "user",
  secrets: ["response", "session"],
  input: z.strictObject({ session: sessionHashField, name, response }),
  async run(ctx, input) {
    const me = ctx.actor.user?.id;
    if (!me) throw notFound();
    const open = await openChallenge(ctx, me, "add", input.session);
    if (!open) throw invalid({ response: [OVER] });
    const created = await verifyRegistration(open.challenge, input.response);
    if (!created) throw invalid({ response: [NOT_MADE] });
    const [other] = await ctx.read
      .select({ id: passkey.id })
      .from(passkey)
      .where(eq(passkey.credential_id, created.credential_id));
    if (other) throw invalid({ response: ["This passkey is already in use."] });
    const { steps, codes } = await buildFirstFactorSteps(ctx, me, input.session);
    const row = { user_id: me, name: input.name, created_at: ctx.now.toISOString(), ...created };
    await ctx.commit(
      [
        open.take,
        expectOneRow(ctx.write.insert(passkey).values(row)),
        ...steps,
        buildAccountEventStep(ctx, me, "passkey-added"),
      ],
      {},
    );
    return { codes };
  },
});

/** Return the passkey challenge for a user who has entered the password; throws 404 if the account has no passkey. */
export const startPasskeySignIn = procedure({
  name: "startPasskeySignIn",
  audience: "anyone",
  input: z.strictObject(pendingSignInInput),
  async run(ctx, half) {
    const { user_id } = half;
    await ctx.count(getSecondFactorTries(ctx, half, { act: "passkey", limit: 3 * env().RATE_LIMIT_SIGN_IN }));
    const keys = await keysOf(ctx.read, user_id);
    if (keys.length === 0) throw notFound();
    const options = await createSignInOptions(keys);
    await ctx.commit(challengeStep(ctx, user_id, "sign-in", options.challenge, null), {});
    return { options };
  },
});

/**
 * Complete the second step of a sign-in with one of the account's passkeys. A signature is accepted only once, and
 * attempts are counted.
 */
export const completePasskeySignIn = procedure({
  name: "completePasskeySignIn",
  audience: "anyone",
  secrets: ["response"],
  input: z.strictObject({ ...pendingSignInInput, response }),
  async run(ctx, input) {
    const { user_id } = input;
    await ctx.count(getSecondFactorTries(ctx, input));
    const open = await openChallenge(ctx, user_id, "sign-in", null);
    if (!open) throw invalid({ response: [OVER] });
    const id = readCredentialId(input.response);
    const [key] = await ctx.read
      .select({ passkey })
      .from(passkey)
      .innerJoin(user, and(eq(user.id, passkey.user_id), isNull(user.disabled_at)))
      .where(and(eq(passkey.user_id, user_id), eq(passkey.credential_id, id ?? "")));
    const match = key && (await verifyPasskeySignIn(open.challenge, input.response, key.passkey));
    if (!match) throw invalid({ response: [NOT_SHOWN] });
    return ctx.commit(
      [
        open.take,
        expectOneRow(
          ctx.write
            .update(passkey)
            .set({ ...match, last_used_at: ctx.now.toISOString() })
            .where(and(eq(passkey.id, key.passkey.id), eq(passkey.counter, key.passkey.counter))),
        ),
        buildClearSecondFactorTriesStep(ctx, input),
      ],
      { userId: user_id },
    );
  },
});

/** Return one of the caller's own passkeys. */
export const getPasskey = procedure({
  name: "getPasskey",
  audience: "user",
  input: z.strictObject({ passkey_id }),
  async run(ctx, input) {
    const { name } = await ownKey(ctx, input.passkey_id);
    return { name };
  },
});

async function ownKey(ctx: Ctx, id: number) {
  const me = ctx.actor.user?.id;
  const [key] = me
    ? await ctx.read
        .select()
        .from(passkey)
        .where(and(eq(passkey.id, id), eq(passkey.user_id, me)))
    : [];
  if (!key) throw notFound();
  return key;
}

/** Rename a passkey. */
export const renamePasskey = procedure({
  name: "renamePasskey",
  audience: "user",
  input: z.strictObject({ passkey_id, name }),
  async run(ctx, input) {
    const { id, user_id } = await ownKey(ctx, input.passkey_id);
    return ctx.commit(
      [
        expectOneRow(
          ctx.write
            .update(passkey)
            .set({ name: input.name })
            .where(and(eq(passkey.id, id), eq(passkey.user_id, user_id))),
        ),
        buildAccountEventStep(ctx, user_id, "passkey-renamed"),
      ],
      { ok: true },
    );
  },
});

const LAST =
  "This is your only second factor. Add another one first, or turn the second factor off with a recovery code.";

/** Remove a passkey; rejected if it is the account's last second factor. */
export const removePasskey = procedure({
  name: "removePasskey",
  audience: "user",
  secrets: ["password"],
  input: z.strictObject({ passkey_id, password: passwordField }),
  async run(ctx, input) {
    const { id, user_id } = await ownKey(ctx, input.passkey_id);
    await requirePassword(ctx, input.password);
    const [app] = await ctx.read.select().from(secondFactor).where(eq(secondFactor.user_id, user_id));
    const [others] = await ctx.read.select({ n: count() }).from(passkey).where(eq(passkey.user_id, user_id));
    if (!app && (others?.n ?? 0) < 2) throw unprocessable(LAST);
    return ctx.commit(
      [
        expectOneRow(ctx.write.delete(passkey).where(and(eq(passkey.id, id), eq(passkey.user_id, user_id)))),
        // If two factors are removed at once, the second removal fails.
        expectTrue(
          sql`EXISTS (SELECT 1 FROM passkey WHERE user_id = ${user_id} UNION ALL SELECT 1 FROM second_factor WHERE user_id = ${user_id})`,
        ),
        buildAccountEventStep(ctx, user_id, "passkey-removed"),
      ],
      { ok: true },
    );
  },
});
