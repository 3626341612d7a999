import { verify } from "@node-rs/argon2";
import { and, desc, eq, gt, ne } from "drizzle-orm";
import { z } from "zod";
import { session, user } from "#db/schema";
import { createTextSchema } from "~/lib/text/input";
import { formatPhone, parseApiPhone } from "~/lib/text/phone";
import { isZone } from "~/lib/time/time";
import { allowAnyRows, expectOneRow } from "~/web/commit.server";
import { env } from "~/web/env.server";
import { type Ctx, procedure } from "~/web/procedure";
import { invalid, notFound } from "~/web/refusal";
import { isUnchanged, requireVersion, updateWithVersion } from "~/web/revise.server";
import { readAccountEvents } from "../data/account-lists.server";
import { hashPassword } from "../data/hash.server";
import { buildPasswordChangedMailSteps, buildRevokeResetsStep } from "../data/resets.server";
import { newPasswordField } from "../rules/password";
import { personNameField, phoneInput } from "../rules/person";
import { buildAccountEventStep } from "./account-events.server";

const me = (userId: number | undefined) => {
  if (!userId) throw notFound();
  return userId;
};

/** Read the person's own account: profile and sessions. */
export const getProfile = procedure({
  name: "getProfile",
  audience: "user",
  input: z.strictObject({}),
  async run(ctx) {
    const id = me(ctx.actor.user?.id);
    const [row] = await ctx.read
      .select({
        first_name: user.first_name,
        last_name: user.last_name,
        email: user.email,
        email_verified_at: user.email_verified_at,
        phone_number: user.phone_number,
        phone_verified_at: user.phone_verified_at,
        avatar_url: user.avatar_url,
        default_company_id: user.default_company_id,
        wood_unit_type_id: user.wood_unit_type_id,
        time_zone: user.time_zone,
        version: user.version,
      })
      .from(user)
      .where(eq(user.id, id));
    if (!row) throw notFound();
    const sessions = await ctx.read
      .select()
      .from(session)
      .where(and(eq(session.user_id, id), gt(session.expires_at, ctx.now.toISOString())))
      .orderBy(desc(session.last_seen_at));
    return { ...row, sessions, events: await readAccountEvents(ctx, id) };
  },
});

/** End one of the person's own sessions, identified by the start of its hash. */
export const endOwnSession = procedure({
  name: "endOwnSession",
  audience: "user",
  input: z.strictObject({
    session: createTextSchema(64)
      .min(16)
      .regex(/^[0-9a-f]+$/),
  }),
  async run(ctx, input) {
    const mine = await ctx.read
      .select({ hash: session.token_hash })
      .from(session)
      .where(eq(session.user_id, me(ctx.actor.user?.id)));
    const match = mine.find((s) => s.hash.startsWith(input.session));
    if (!match) throw notFound("This session already ended.");
    return ctx.commit([allowAnyRows(ctx.write.delete(session).where(eq(session.token_hash, match.hash)))], {
      ok: true,
    });
  },
});

/** Change the password and sign out every other session of the account. */
export const changePassword = procedure({
  name: "changePassword",
  audience: "user",
  secrets: ["password", "current_password", "keep"],
  input: z.strictObject({
    current_password: z.string("Type your current password").max(1000),
    password: newPasswordField,
    keep: z.string().max(64).optional(),
  }),
  async run(ctx, input) {
    const id = me(ctx.actor.user?.id);
    const [row] = await ctx.read
      .select({ hash: user.password_hash, email: user.email })
      .from(user)
      .where(eq(user.id, id));
    if (!row?.hash || !(await verify(row.hash, input.current_password)))
      throw invalid({ current_password: ["This isn't your password."] });
    const password_hash = await hashPassword(input.password);
    return ctx.commit(
      [
        expectOneRow(ctx.write.update(user).set({ password_hash }).where(eq(user.id, id))),
        buildRevokeResetsStep(ctx, id),
        buildAccountEventStep(ctx, id, "password-changed"),
        ...(row.email ? buildPasswordChangedMailSteps(ctx, row.email) : []),
        allowAnyRows(
          ctx.write
            .delete(session)
            .where(and(eq(session.user_id, id), ne(session.token_hash, input.keep ?? ""))),
        ),
      ],
      { ok: true },
    );
  },
});

/**
 * Update the person's own account, if the sent version is the saved one plus one: name, phone, company to start with,
 * and unit for displayed volumes. A new phone requires the password, since a link to choose a new password can be sent
 * to it.
 */
export const updateProfile = procedure({
  name: "updateProfile",
  async fresh(sent, { read, actor }) {
    const [row] = await read
      .select({ phone: user.phone_number })
      .from(user)
      .where(eq(user.id, actor.user?.id ?? 0));
    const typed = sent.get("phone_number");
    return typed !== undefined && (parseApiPhone(String(typed ?? "")) ?? null) !== (row?.phone ?? null);
  },
  audience: "user",
  input: z.strictObject({
    version: z.number().int(),
    first_name: personNameField("First name"),
    last_name: personNameField("Last name"),
    phone_number: phoneInput.nullable().optional(),
    default_company_id: z.number().int().nullable().optional(),
    wood_unit_type_id: z.number().int().min(1).max(3).nullable().optional(),
  }),
  async run(ctx, { version, phone_number, ...rest }) {
    const id = me(ctx.actor.user?.id);
    const company = rest.default_company_id;
    if (company && !ctx.actor.companies.some((c) => c.id === company))
      throw invalid({ default_company_id: ["You don't belong to this company."] });
    const [row] = await ctx.read.select().from(user).where(eq(user.id, id));
    if (!row) throw notFound();
    requireVersion(row, version, ownFields(row));
    const phone = phone_number ? parseApiPhone(phone_number) : phone_number;
    if (phone && phone !== row.phone_number) await phoneIsFree(ctx, phone);
    if (!row.email && phone === null)
      throw invalid({ phone_number: ["You sign in with this phone. An account without an email needs it."] });
    const changed = phone !== undefined && phone !== row.phone_number;
    if (isUnchanged(row, { ...rest, phone_number: phone })) return ctx.commit([], { id });
    const unproved = changed ? { phone_verified_at: null } : {};
    return ctx.commit(
      [
        ...(changed ? [buildRevokeResetsStep(ctx, id)] : []),
        updateWithVersion(ctx, user, row, { ...rest, phone_number: phone, ...unproved }),
      ],
      { id },
    );
  },
});

async function phoneIsFree(ctx: Ctx, phone: string) {
  const [taken] = await ctx.read.select({ id: user.id }).from(user).where(eq(user.phone_number, phone));
  if (!taken) return;
  await ctx.count([{ limit: env().RATE_LIMIT_SIGN_UP, bucket: `taken:u${ctx.actor.user?.id ?? 0}` }]);
  throw invalid({ phone_number: ["This phone number belongs to another account."] });
}

/** Return the fields of one's own account, to compare with the typed values. */
const ownFields = (row: typeof user.$inferSelect) => ({
  version: row.version,
  first_name: row.first_name,
  last_name: row.last_name,
  phone_number: row.phone_number && formatPhone(row.phone_number),
  default_company_id: row.default_company_id,
  wood_unit_type_id: row.wood_unit_type_id,
});

/** Set the person's time zone; if empty, the browser's zone is used. */
export const setTimeZone = procedure({
  name: "setTimeZone",
  audience: "user",
  input: z.strictObject({
    time_zone: createTextSchema(64).refine(isZone, "Choose a time zone from the list.").optional(),
  }),
  run: (ctx, input) =>
    ctx.commit(
      [
        expectOneRow(
          ctx.write
            .update(user)
            .set({ time_zone: input.time_zone ?? null })
            .where(eq(user.id, me(ctx.actor.user?.id))),
        ),
      ],
      { ok: true },
    ),
});
