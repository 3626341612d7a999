import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { session, user } from "#db/schema";
import { formatFullName } from "~/lib/text/text";
import {
  adminActionReasonSchema,
  buildAdminActionStep,
  type NewAdminAction,
} from "~/modules/admin/shared/acts.server";
import { allowAnyRows, expectTrue } from "~/web/commit.server";
import { type Ctx, procedure, type Step } from "~/web/procedure";
import { notFound, unprocessable } from "~/web/refusal";
import { requireVersion, updateWithVersion } from "~/web/revise.server";
import { buildRevokeResetsStep } from "../data/resets.server";
import { buildAccountEventStep } from "./account-events.server";
import { buildRemoveSecondFactorSteps, hasSecondFactor } from "./second-factors.server";

async function anyone(ctx: Pick<Ctx, "read">, id: number) {
  const [row] = await ctx.read.select().from(user).where(eq(user.id, id));
  if (!row) throw notFound("We couldn't find that person.");
  return row;
}

/** SQL condition that another super user can sign in, so that somebody can still run the site. */
const anotherLeft = (id: number) =>
  sql`EXISTS (SELECT 1 FROM user o WHERE o.id <> ${id} AND o.is_super_user = 1 AND o.disabled_at IS NULL)`;

async function checkAnotherLeft(ctx: Pick<Ctx, "read">, id: number) {
  const [row] = await ctx.read.select({ left: sql<number>`${anotherLeft(id)}` }).from(sql`(SELECT 1)`);
  if (!row?.left) throw unprocessable("This is the last super user who can sign in.");
}

const signedOut = (ctx: Ctx, id: number): Step[] => [
  allowAnyRows(ctx.write.delete(session).where(eq(session.user_id, id))),
];

const act = (
  ctx: Ctx,
  row: { id: number },
  it: Pick<NewAdminAction, "action" | "reason">,
  more: object = {},
) => buildAdminActionStep(ctx, { ...it, user: row.id, details: { ...more } });

/** End every session of a person, for example when a phone is lost. */
export const endUserSessions = procedure({
  name: "endUserSessions",
  audience: "super",
  input: z.strictObject({ user_id: z.number().int(), reason: adminActionReasonSchema }),
  async run(ctx, { user_id, reason }) {
    const row = await anyone(ctx, user_id);
    return ctx.commit(
      [
        ...signedOut(ctx, row.id),
        buildAccountEventStep(ctx, row.id, "sessions-ended"),
        await act(ctx, row, { action: "sessions ended", reason }),
      ],
      { id: row.id },
    );
  },
});

/**
 * Remove the second factor from the account of a person who has lost every second factor, and end the account's
 * sessions. The person then signs in with only the password and sets up a second factor again. Never allowed for one's
 * own account, which requires a code.
 */
export const removeUserSecondFactor = procedure({
  name: "removeUserSecondFactor",
  fresh: true,
  audience: "super",
  input: z.strictObject({ user_id: z.number().int(), reason: adminActionReasonSchema }),
  async run(ctx, { user_id, reason }) {
    const row = await anyone(ctx, user_id);
    if (row.id === ctx.actor.user?.id) throw unprocessable("Turn off your own second factor under Profile.");
    if (!(await hasSecondFactor(ctx.read, row.id)))
      throw unprocessable(`${formatFullName(row)} has no second factor.`);
    return ctx.commit(
      [
        ...buildRemoveSecondFactorSteps(ctx, row.id),
        ...signedOut(ctx, row.id),
        buildAccountEventStep(ctx, row.id, "second-factor-removed-by-support"),
        await act(ctx, row, { action: "second factor taken off", reason }),
      ],
      { id: row.id },
    );
  },
});

/** Disable an account, which ends its sessions and password links; or enable the account again. */
export const setAccountDisabled = procedure({
  name: "setAccountDisabled",
  fresh: true,
  audience: "super",
  input: z.strictObject({
    user_id: z.number().int(),
    version: z.number().int(),
    what: z.enum(["disable", "enable"], "Choose what to do"),
    reason: adminActionReasonSchema,
  }),
  async run(ctx, { user_id, version, what, reason }) {
    const row = await anyone(ctx, user_id);
    requireVersion(row, version, { version: row.version, disabled_at: row.disabled_at });
    const disables = what === "disable";
    if (disables && row.id === ctx.actor.user?.id) throw unprocessable("You can't disable your own account.");
    if (disables === (row.disabled_at !== null))
      throw unprocessable(
        `${formatFullName(row)}'s account is ${disables ? "already disabled" : "not disabled"}.`,
      );
    if (disables) await checkAnotherLeft(ctx, row.id);
    const disabled_at = disables ? ctx.now.toISOString() : null;
    return ctx.commit(
      [
        ...(disables
          ? [expectTrue(anotherLeft(row.id)), ...signedOut(ctx, row.id), buildRevokeResetsStep(ctx, row.id)]
          : []),
        updateWithVersion(ctx, user, row, { disabled_at }),
        buildAccountEventStep(ctx, row.id, disables ? "disabled" : "enabled"),
        await act(
          ctx,
          row,
          { action: disables ? "account disabled" : "account enabled", reason },
          { before: { disabled_at: row.disabled_at }, after: { disabled_at } },
        ),
      ],
      { id: row.id },
    );
  },
});

/**
 * Make a person a super user, or revoke a person's super user rights: never for oneself, and never for the last super
 * user.
 */
export const setSuperUser = procedure({
  name: "setSuperUser",
  fresh: true,
  audience: "super",
  input: z.strictObject({
    user_id: z.number().int(),
    version: z.number().int(),
    what: z.enum(["give", "take"], "Choose what to do"),
    reason: adminActionReasonSchema,
  }),
  async run(ctx, { user_id, version, what, reason }) {
    const row = await anyone(ctx, user_id);
    requireVersion(row, version, { version: row.version, is_super_user: row.is_super_user });
    const is_super_user = what === "give";
    if (row.id === ctx.actor.user?.id)
      throw unprocessable("You can't change your own rights. Ask another super user.");
    if (is_super_user === row.is_super_user)
      throw unprocessable(
        `${formatFullName(row)} ${is_super_user ? "is already a super user" : "isn't a super user"}.`,
      );
    if (!is_super_user) await checkAnotherLeft(ctx, row.id);
    if (is_super_user && (row.disabled_at || !row.password_hash))
      throw unprocessable(`${formatFullName(row)} can't sign in. Let them in first.`);
    return ctx.commit(
      [
        ...(is_super_user ? [] : [expectTrue(anotherLeft(row.id)), ...signedOut(ctx, row.id)]),
        updateWithVersion(ctx, user, row, { is_super_user }),
        await act(ctx, row, {
          action: is_super_user ? "super rights given" : "super rights taken",
          reason,
        }),
      ],
      { id: row.id },
    );
  },
});
