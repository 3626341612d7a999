import { and, count, eq, ne } from "drizzle-orm";
import { z } from "zod";
import { userPreference } from "#db/schema";
import { inventoryKey, SHOWN_IN } from "~/core/jobs/inventory";
import { text } from "~/domain/text/input";
import { mayMiss } from "~/web/commit.server";
import { procedure } from "~/web/procedure";
import { missing, notNow } from "~/web/refusal";

/** More products than any company sells. */
const MOST_PREFERENCES = 500;

/** Keeps in what a person wants to read a product's inventory, on whichever device. */
export const setInventoryUnit = procedure({
  name: "setInventoryUnit",
  audience: "user",
  input: z.strictObject({
    product: text(30, "Choose a product", "Choose a product").regex(
      /^\d{1,9}-\d{1,9}-\d{1,9}$/,
      "Choose a product",
    ),
    unit: z.enum(SHOWN_IN, "Choose loads, MBF, ton or cord."),
  }),
  async run(ctx, { product, unit }) {
    if (!ctx.actor.user) throw missing();
    const [others] = await ctx.read
      .select({ n: count() })
      .from(userPreference)
      .where(
        and(eq(userPreference.user_id, ctx.actor.user.id), ne(userPreference.key, inventoryKey(product))),
      );
    if ((others?.n ?? 0) >= MOST_PREFERENCES)
      throw notNow(`You've chosen units for ${MOST_PREFERENCES} products, the most allowed.`);
    const set = { value: unit, last_modified_at: ctx.now.toISOString() };
    const row = { user_id: ctx.actor.user.id, key: inventoryKey(product), ...set };
    return ctx.commit(
      [
        mayMiss(
          ctx.write
            .insert(userPreference)
            .values(row)
            .onConflictDoUpdate({ target: [userPreference.user_id, userPreference.key], set }),
        ),
      ],
      { product },
    );
  },
});
