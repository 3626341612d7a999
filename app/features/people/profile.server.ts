import { verify } from "@node-rs/argon2";
import { and, desc, eq, gt, ne } from "drizzle-orm";
import { z } from "zod";
import { session, user } from "#db/schema";
import { isZone } from "~/domain/time/time";
import { also, mustHit } from "~/web/commit.server";
import { procedure } from "~/web/procedure";
import { invalid, missing } from "~/web/refusal";
import { closeResets } from "./accounts.server";
import { hashPassword } from "./hash.server";
import { passwordChangedMail } from "./outbox.server";
import { newPassword } from "./person";

const me = (userId: number | undefined) => {
  if (!userId) throw missing();
  return userId;
};

/** The person's own account: who they are here, and where they are signed in. */
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
        phone_number: user.phone_number,
        time_zone: user.time_zone,
        version: user.version,
      })
      .from(user)
      .where(eq(user.id, id));
    if (!row) throw missing();
    const sessions = await ctx.read
      .select()
      .from(session)
      .where(and(eq(session.user_id, id), gt(session.expires_at, ctx.now.toISOString())))
      .orderBy(desc(session.last_seen_at));
    return { ...row, sessions };
  },
});

/** Ends one of the person's own sessions, named by the start of its hash. */
export const endOwnSession = procedure({
  name: "endOwnSession",
  audience: "user",
  input: z.strictObject({
    session: z
      .string()
      .min(16)
      .max(64)
      .regex(/^[0-9a-f]+$/),
  }),
  async run(ctx, input) {
    const mine = await ctx.read
      .select({ hash: session.token_hash })
      .from(session)
      .where(eq(session.user_id, me(ctx.actor.user?.id)));
    const found = mine.find((s) => s.hash.startsWith(input.session));
    if (!found) throw missing("This session has ended already.");
    return ctx.commit([also(ctx.write.delete(session).where(eq(session.token_hash, found.hash)))], {
      ok: true,
    });
  },
});

/** Changes the password; every other session of the account is signed out. */
export const changePassword = procedure({
  name: "changePassword",
  audience: "user",
  input: z.strictObject({
    current_password: z.string("Type your password now").max(1000),
    password: newPassword,
    keep: z.string().max(64).optional(),
  }),
  async run(ctx, input) {
    const id = me(ctx.actor.user?.id);
    const [row] = await ctx.read
      .select({ hash: user.password_hash, email: user.email })
      .from(user)
      .where(eq(user.id, id));
    if (!row?.hash || !(await verify(row.hash, input.current_password)))
      throw invalid({ current_password: ["This is not your password."] });
    const password_hash = await hashPassword(input.password);
    return ctx.commit(
      [
        mustHit(ctx.write.update(user).set({ password_hash }).where(eq(user.id, id))),
        closeResets(ctx, id),
        ...(row.email ? [passwordChangedMail(ctx, row.email)] : []),
        also(
          ctx.write
            .delete(session)
            .where(and(eq(session.user_id, id), ne(session.token_hash, input.keep ?? ""))),
        ),
      ],
      { ok: true },
    );
  },
});

/** The zone in which the person reads times; empty follows the browser. */
export const setTimeZone = procedure({
  name: "setTimeZone",
  audience: "user",
  input: z.strictObject({
    time_zone: z.string().max(64).refine(isZone, "Choose a time zone of the list.").optional(),
  }),
  run: (ctx, input) =>
    ctx.commit(
      [
        mustHit(
          ctx.write
            .update(user)
            .set({ time_zone: input.time_zone ?? null })
            .where(eq(user.id, me(ctx.actor.user?.id))),
        ),
      ],
      { ok: true },
    ),
});
