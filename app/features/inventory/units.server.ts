import { and, eq, like } from "drizzle-orm";
import { z } from "zod";
import { userPreference } from "#db/schema";
import { also } from "~/web/commit.server";
import { type Ctx, procedure } from "~/web/procedure";
import { missing } from "~/web/refusal";
import { inventoryKey, SHOWN_IN, type ShownIn } from "./inventory";

const isShown = (value: unknown): value is ShownIn => SHOWN_IN.some((s) => s === value);

/** In what a person reads each product's inventory; tons where nothing was chosen. */
export async function readUnits(ctx: Pick<Ctx, "read" | "actor">): Promise<(product: string) => ShownIn> {
  const rows = ctx.actor.user
    ? await ctx.read
        .select({ key: userPreference.key, value: userPreference.value })
        .from(userPreference)
        .where(
          and(eq(userPreference.user_id, ctx.actor.user.id), like(userPreference.key, inventoryKey("%"))),
        )
    : [];
  return (product) => {
    const value = rows.find((r) => r.key === inventoryKey(product))?.value;
    return isShown(value) ? value : "ton";
  };
}

/** Keeps in what a person wants to read a product's inventory, on whichever device. */
export const setInventoryUnit = procedure({
  name: "setInventoryUnit",
  audience: "user",
  input: z.strictObject({
    product: z.string("Choose a product").regex(/^\d{1,9}-\d{1,9}-\d{1,9}$/, "Choose a product"),
    unit: z.enum(SHOWN_IN, "Choose loads, MBF, ton or cord."),
  }),
  async run(ctx, { product, unit }) {
    if (!ctx.actor.user) throw missing();
    const set = { value: unit, last_modified_at: ctx.now.toISOString() };
    const row = { user_id: ctx.actor.user.id, key: inventoryKey(product), ...set };
    return ctx.commit(
      [
        also(
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
