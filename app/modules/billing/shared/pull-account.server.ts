import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { companyStripeAccount } from "#db/schema";
import { createTextSchema } from "~/lib/text/input";
import { allowAnyRows } from "~/web/commit.server";
import { procedure } from "~/web/procedure";
import { type StripeAccountState, toAccountRow } from "../rules/account-standing";
import { getStripeClient, getStripeErrorCode } from "./client.server";
import { getStripePullStart } from "./pull-clock.server";

/** Stripe's error codes for an account that we no longer have access to. */
const GONE = new Set<string | undefined>(["account_invalid", "resource_missing"]);

/** Return an account's current state at Stripe; null if this site no longer has access to the account. */
async function ask(account: string): Promise<StripeAccountState | null> {
  const client = await getStripeClient();
  try {
    return await client.accounts.retrieve(account);
  } catch (error) {
    if (GONE.has(getStripeErrorCode(error))) return null;
    throw error;
  }
}

/**
 * Fetch a connected account's state from Stripe and store it, unless a fetch that started later was already stored.
 * Returns false if no company on this site has the account.
 */
export const pullAccount = procedure({
  name: "pullAccount",
  audience: "anyone",
  input: z.strictObject({ account: createTextSchema(255) }),
  async run(ctx, { account }) {
    const a = companyStripeAccount;
    const [row] = await ctx.read.select().from(a).where(eq(a.stripe_account_id, account));
    if (!row) return false;
    const start = getStripePullStart(ctx.now);
    const accountRow = toAccountRow(await ask(account));
    const update = ctx.write
      .update(a)
      .set({ ...accountRow, synced_at: start })
      .where(
        sql`${a.company_id} = ${row.company_id} AND ${a.stripe_account_id} = ${account}
          AND (${a.synced_at} IS NULL OR ${a.synced_at} < ${start})`,
      );
    await ctx.commit([allowAnyRows(update)], {});
    return true;
  },
});
