import { eq, sql } from "drizzle-orm";
import type { Read } from "#db/client.server";
import { passkey, passkeyChallenge, recoveryCode, secondFactor, session } from "#db/schema";
import { mayMiss } from "~/web/commit.server";
import type { Ctx, Step } from "~/web/procedure";

/** Which kinds of second factor an account has: an app that makes codes, passkeys. */
export async function kindsOfSecond(read: Read, userId: number) {
  const found = await read
    .select({
      app: sql<number>`EXISTS (SELECT 1 FROM ${secondFactor} WHERE user_id = ${userId})`,
      passkey: sql<number>`EXISTS (SELECT 1 FROM ${passkey} WHERE user_id = ${userId})`,
    })
    .from(sql`(SELECT 1)`);
  return { app: found[0]?.app === 1, passkey: found[0]?.passkey === 1 };
}

/** Whether an account has a second factor of any kind. */
export async function hasSecondFactor(read: Read, userId: number): Promise<boolean> {
  const { app, passkey } = await kindsOfSecond(read, userId);
  return app || passkey;
}

/** Steps after which an account has no second factor of any kind. */
export const takeOffSteps = (ctx: Pick<Ctx, "write">, userId: number): Step[] => [
  mayMiss(ctx.write.delete(secondFactor).where(eq(secondFactor.user_id, userId))),
  mayMiss(ctx.write.delete(passkey).where(eq(passkey.user_id, userId))),
  mayMiss(ctx.write.delete(passkeyChallenge).where(eq(passkeyChallenge.user_id, userId))),
  mayMiss(ctx.write.delete(recoveryCode).where(eq(recoveryCode.user_id, userId))),
  mayMiss(ctx.write.update(session).set({ second_at: null }).where(eq(session.user_id, userId))),
];
