import { and, eq, like, lte } from "drizzle-orm";
import { productType, userPreference } from "#db/schema";
import { DEFAULT_UNIT, UNIT } from "~/domain/measures/measures";
import type { Ctx } from "~/web/procedure";
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

const ownUnit = (unit: number | null | undefined): ShownIn =>
  SHOWN_IN.find((shown) => shown !== "loads" && UNIT[shown] === (unit ?? DEFAULT_UNIT)) ?? "ton";
