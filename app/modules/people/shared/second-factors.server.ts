import { eq, sql } from "drizzle-orm";
import type { Read } from "#db/client.server";
import { passkey, passkeyChallenge, recoveryCode, secondFactor, session } from "#db/schema";
import { anyRows } from "~/web/commit.server";
import type { Ctx, Step } from "~/web/procedure";

/** Kinds of second factor that an account has: an authenticator app, passkeys. */
export async function readSecondFactorKinds(read: Read, userId: number) {
  const results = await read
    .select({
      app: sql<number>`EXISTS (SELECT 1 FROM ${secondFactor} WHERE user_id = ${userId})`,
      passkey: sql<number>`EXISTS (SELECT 1 FROM ${passkey} WHERE user_id = ${userId})`,
    })
    .from(sql`(SELECT 1)`);
  return { app: results[0]?.app === 1, passkey: results[0]?.passkey === 1 };
}

/** True if an account has any second factor. */
export async function hasSecondFactor(read: Read, userId: number): Promise<boolean> {
  const { app, passkey } = await readSecondFactorKinds(read, userId);
  return app || passkey;
}

/** Steps that remove all second factors from an account. */
export const removeSecondFactorSteps = (ctx: Pick<Ctx, "write">, userId: number): Step[] => [
  anyRows(ctx.write.delete(secondFactor).where(eq(secondFactor.user_id, userId))),
  anyRows(ctx.write.delete(passkey).where(eq(passkey.user_id, userId))),
  anyRows(ctx.write.delete(passkeyChallenge).where(eq(passkeyChallenge.user_id, userId))),
  anyRows(ctx.write.delete(recoveryCode).where(eq(recoveryCode.user_id, userId))),
  anyRows(ctx.write.update(session).set({ second_factor_at: null }).where(eq(session.user_id, userId))),
];
