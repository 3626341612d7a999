import { eq, sql } from "drizzle-orm";
import type { Read } from "#db/client.server";
import { passkey, passkeyChallenge, recoveryCode, secondFactor, session } from "#db/schema";
import { allowAnyRows } from "~/web/commit.server";
import type { Ctx, Step } from "~/web/procedure";

/** Return the types of second factor that an account has: authenticator app, passkeys. */
export async function readSecondFactorKinds(read: Read, userId: number) {
  const results = await read
    .select({
      app: sql<number>`EXISTS (SELECT 1 FROM ${secondFactor} WHERE user_id = ${userId})`,
      passkey: sql<number>`EXISTS (SELECT 1 FROM ${passkey} WHERE user_id = ${userId})`,
    })
    .from(sql`(SELECT 1)`);
  return { app: results[0]?.app === 1, passkey: results[0]?.passkey === 1 };
}

/** Check whether an account has any second factor. */
export async function hasSecondFactor(read: Read, userId: number): Promise<boolean> {
  const { app, passkey } = await readSecondFactorKinds(read, userId);
  return app || passkey;
}

/** Return the steps that remove all second factors of an account. */
export const buildRemoveSecondFactorSteps = (ctx: Pick<Ctx, "write">, userId: number): Step[] => [
  allowAnyRows(ctx.write.delete(secondFactor).where(eq(secondFactor.user_id, userId))),
  allowAnyRows(ctx.write.delete(passkey).where(eq(passkey.user_id, userId))),
  allowAnyRows(ctx.write.delete(passkeyChallenge).where(eq(passkeyChallenge.user_id, userId))),
  allowAnyRows(ctx.write.delete(recoveryCode).where(eq(recoveryCode.user_id, userId))),
  allowAnyRows(ctx.write.update(session).set({ second_factor_at: null }).where(eq(session.user_id, userId))),
];
