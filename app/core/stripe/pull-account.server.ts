import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { companyStripeAccount } from "#db/schema";
import { text } from "~/domain/text/input";
import { mayMiss } from "~/web/commit.server";
import { procedure } from "~/web/procedure";
import { accountRow, type ToldAccount } from "./account-standing";
import { began } from "./began.server";
import { stripe, stripeCode } from "./client.server";

/** What Stripe says where an account was taken from us. */
const GONE = new Set<string | undefined>(["account_invalid", "resource_missing"]);

/** An account as it is at Stripe now; null where it was taken from us there. */
async function ask(account: string): Promise<ToldAccount | null> {
  const client = await stripe();
  try {
    return await client.accounts.retrieve(account);
  } catch (error) {
    if (GONE.has(stripeCode(error))) return null;
    throw error;
  }
}

/**
 * Pull how a connected account stands at Stripe, and keep it, unless a pull that began later was kept. What makes it pull
 * says nothing of the state itself. False where no company here has that account.
 */
export const pullAccount = procedure({
  name: "pullAccount",
  audience: "anyone",
  input: z.strictObject({ account: text(255) }),
  async run(ctx, { account }) {
    const a = companyStripeAccount;
    const [row] = await ctx.read.select().from(a).where(eq(a.stripe_account_id, account));
    if (!row) return false;
    const start = began(ctx.now);
    const told = accountRow(await ask(account));
    const update = ctx.write
      .update(a)
      .set({ ...told, synced_at: start })
      .where(
        sql`${a.company_id} = ${row.company_id} AND ${a.stripe_account_id} = ${account}
          AND (${a.synced_at} IS NULL OR ${a.synced_at} < ${start})`,
      );
    await ctx.commit([mayMiss(update)], {});
    return true;
  },
});
