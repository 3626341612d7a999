import { and, count, eq, ne } from "drizzle-orm";
import { z } from "zod";
import { userPreference } from "#db/schema";
import { createTextSchema } from "~/lib/text/input";
import { getInventoryUnitKey, INVENTORY_UNITS } from "~/modules/jobs/rules/inventory";
import { allowAnyRows } from "~/web/commit.server";
import { procedure } from "~/web/procedure";
import { notFound, unprocessable } from "~/web/refusal";

/** Maximum number of products with a chosen unit per user: more than any company sells. */
const MAX_PREFERENCES = 500;

/** Save a person's unit for a product's inventory, for every device. */
export const setInventoryUnit = procedure({
  name: "setInventoryUnit",
  audience: "user",
  input: z.strictObject({
    product: createTextSchema(30, "Choose a product", "Choose a product").regex(
      /^\d{1,9}-\d{1,9}-\d{1,9}$/,
      "Choose a product",
    ),
    unit: z.enum(INVENTORY_UNITS, "Choose loads, MBF, ton or cord."),
  }),
  async run(ctx, { product, unit }) {
    if (!ctx.actor.user) throw notFound();
    const [others] = await ctx.read
      .select({ n: count() })
      .from(userPreference)
      .where(
        and(
          eq(userPreference.user_id, ctx.actor.user.id),
          ne(userPreference.key, getInventoryUnitKey(product)),
        ),
      );
    if ((others?.n ?? 0) >= MAX_PREFERENCES)
      throw unprocessable(`You've chosen units for ${MAX_PREFERENCES} products, the most allowed.`);
    const set = { value: unit, last_modified_at: ctx.now.toISOString() };
    const row = { user_id: ctx.actor.user.id, key: getInventoryUnitKey(product), ...set };
    return ctx.commit(
      [
        allowAnyRows(
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
