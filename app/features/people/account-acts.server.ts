import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { session, user } from "#db/schema";
import { actReason, actStep, type NewAct } from "~/core/admin/acts.server";
import { eventStep } from "~/core/people/account-events.server";
import { hasSecondFactor, takeOffSteps } from "~/core/people/second-factors.server";
import { fullName } from "~/domain/text/text";
import { mayMiss, mustHold } from "~/web/commit.server";
import { type Ctx, procedure, type Step } from "~/web/procedure";
import { missing, notNow } from "~/web/refusal";
import { asRead, revise } from "~/web/revise.server";
import { closeResets } from "./resets.server";

async function anyone(ctx: Pick<Ctx, "read">, id: number) {
  const [row] = await ctx.read.select().from(user).where(eq(user.id, id));
  if (!row) throw missing("We couldn't find that person.");
  return row;
}

/** Another super user who can sign in: somebody has to be left who runs the site. */
const anotherLeft = (id: number) =>
  sql`EXISTS (SELECT 1 FROM user o WHERE o.id <> ${id} AND o.is_super_user = 1 AND o.disabled_at IS NULL)`;

async function checkAnotherLeft(ctx: Pick<Ctx, "read">, id: number) {
  const [row] = await ctx.read.select({ left: sql<number>`${anotherLeft(id)}` }).from(sql`(SELECT 1)`);
  if (!row?.left) throw notNow("This is the last super user who can sign in.");
}

const signedOut = (ctx: Ctx, id: number): Step[] => [
  mayMiss(ctx.write.delete(session).where(eq(session.user_id, id))),
];

const act = (ctx: Ctx, row: { id: number }, it: Pick<NewAct, "act" | "reason">, more: object = {}) =>
  actStep(ctx, { ...it, user: row.id, details: { ...more } });

/** Ends every sign-in of a person, as when a phone is lost. */
export const endSessionsOf = procedure({
  name: "endSessionsOf",
  audience: "super",
  input: z.strictObject({ user_id: z.number().int(), reason: actReason }),
  async run(ctx, { user_id, reason }) {
    const row = await anyone(ctx, user_id);
    return ctx.commit(
      [
        ...signedOut(ctx, row.id),
        eventStep(ctx, row.id, "sessions-ended"),
        await act(ctx, row, { act: "sessions ended", reason }),
      ],
      { id: row.id },
    );
  },
});

/**
 * Takes a second factor off an account whose person has lost all of it, and ends what they are signed in on: their password
 * lets them in then, and they set it up again. Never one's own, which asks for a code.
 */
export const takeOffSecondFactorOf = procedure({
  name: "takeOffSecondFactorOf",
  fresh: true,
  audience: "super",
  input: z.strictObject({ user_id: z.number().int(), reason: actReason }),
  async run(ctx, { user_id, reason }) {
    const row = await anyone(ctx, user_id);
    if (row.id === ctx.actor.user?.id) throw notNow("Turn off your own second factor under Profile.");
    if (!(await hasSecondFactor(ctx.read, row.id))) throw notNow(`${fullName(row)} has no second factor.`);
    return ctx.commit(
      [
        ...takeOffSteps(ctx, row.id),
        ...signedOut(ctx, row.id),
        eventStep(ctx, row.id, "second-factor-removed-by-support"),
        await act(ctx, row, { act: "second factor taken off", reason }),
      ],
      { id: row.id },
    );
  },
});

/** Keeps a person out, and ends what they are signed in on; or lets them in again. Links to choose a password end too. */
export const setDisabled = procedure({
  name: "setDisabled",
  fresh: true,
  audience: "super",
  input: z.strictObject({
    user_id: z.number().int(),
    version: z.number().int(),
    what: z.enum(["disable", "enable"], "Choose what to do"),
    reason: actReason,
  }),
  async run(ctx, { user_id, version, what, reason }) {
    const row = await anyone(ctx, user_id);
    asRead(row, version, { version: row.version, disabled_at: row.disabled_at });
    const disables = what === "disable";
    if (disables && row.id === ctx.actor.user?.id) throw notNow("You can't disable your own account.");
    if (disables === (row.disabled_at !== null))
      throw notNow(`${fullName(row)}'s account is ${disables ? "already disabled" : "not disabled"}.`);
    if (disables) await checkAnotherLeft(ctx, row.id);
    const disabled_at = disables ? ctx.now.toISOString() : null;
    return ctx.commit(
      [
        ...(disables
          ? [mustHold(anotherLeft(row.id)), ...signedOut(ctx, row.id), closeResets(ctx, row.id)]
          : []),
        revise(ctx, user, row, { disabled_at }),
        eventStep(ctx, row.id, disables ? "disabled" : "enabled"),
        await act(
          ctx,
          row,
          { act: disables ? "account disabled" : "account enabled", reason },
          { before: { disabled_at: row.disabled_at }, after: { disabled_at } },
        ),
      ],
      { id: row.id },
    );
  },
});

/** Makes a person a super user, or takes it away: never from oneself, and never from the last one. */
export const setSuper = procedure({
  name: "setSuper",
  fresh: true,
  audience: "super",
  input: z.strictObject({
    user_id: z.number().int(),
    version: z.number().int(),
    what: z.enum(["give", "take"], "Choose what to do"),
    reason: actReason,
  }),
  async run(ctx, { user_id, version, what, reason }) {
    const row = await anyone(ctx, user_id);
    asRead(row, version, { version: row.version, is_super_user: row.is_super_user });
    const is_super_user = what === "give";
    if (row.id === ctx.actor.user?.id)
      throw notNow("You can't change your own rights. Ask another super user.");
    if (is_super_user === row.is_super_user)
      throw notNow(`${fullName(row)} ${is_super_user ? "is already a super user" : "isn't a super user"}.`);
    if (!is_super_user) await checkAnotherLeft(ctx, row.id);
    if (is_super_user && (row.disabled_at || !row.password_hash))
      throw notNow(`${fullName(row)} can't sign in. Let them in first.`);
    return ctx.commit(
      [
        ...(is_super_user ? [] : [mustHold(anotherLeft(row.id)), ...signedOut(ctx, row.id)]),
        revise(ctx, user, row, { is_super_user }),
        await act(ctx, row, {
          act: is_super_user ? "super rights given" : "super rights taken",
          reason,
        }),
      ],
      { id: row.id },
    );
  },
});
