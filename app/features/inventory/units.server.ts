import { and, count, eq, like, lte, ne } from "drizzle-orm";
import { z } from "zod";
import { productType, userPreference } from "#db/schema";
import { DEFAULT_UNIT, UNIT } from "~/domain/measures/measures";
import { text } from "~/domain/text/input";
import { mayMiss } from "~/web/commit.server";
import { type Ctx, procedure } from "~/web/procedure";
import { missing, notNow } from "~/web/refusal";
import { inventoryKey, SHOWN_IN, type ShownIn } from "./inventory";

const isShown = (value: unknown): value is ShownIn => SHOWN_IN.some((s) => s === value);

/** Far more product types than there are; so many are read at most. */
const MOST_TYPES = 500;

/** In what a person reads each product's inventory; in the unit of its type where nothing was chosen. */
export async function readUnits(ctx: Pick<Ctx, "read" | "actor">): Promise<(product: string) => ShownIn> {
  const types = await ctx.read
    .select({ id: productType.id, unit: productType.default_wood_unit_type_id })
    .from(productType)
    .where(lte(productType.id, MOST_TYPES));
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
    return isShown(value) ? value : ownUnit(types.find((t) => product.startsWith(`${t.id}-`))?.unit);
  };
}

/** More products than any company sells. */
const MOST_PREFERENCES = 500;

const ownUnit = (unit: number | null | undefined): ShownIn =>
  SHOWN_IN.find((shown) => shown !== "loads" && UNIT[shown] === (unit ?? DEFAULT_UNIT)) ?? "ton";

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
