import { and, eq, like, lte } from "drizzle-orm";
import { productType, userPreference } from "#db/schema";
import { DEFAULT_UNIT, UNIT } from "~/lib/units/measures";
import type { Ctx } from "~/web/procedure";
import { getInventoryUnitKey, INVENTORY_UNITS, type InventoryUnit } from "../rules/inventory";

const isShown = (value: unknown): value is InventoryUnit => INVENTORY_UNITS.some((s) => s === value);

/** Maximum number of product types to read, far more than there are. */
const MAX_TYPES = 500;

/** Read the unit in which the user sees each product's inventory; by default the unit of the product's type. */
export async function readInventoryUnits(
  ctx: Pick<Ctx, "read" | "actor">,
): Promise<(product: string) => InventoryUnit> {
  const types = await ctx.read
    .select({ id: productType.id, unit: productType.default_wood_unit_type_id })
    .from(productType)
    .where(lte(productType.id, MAX_TYPES));
  const rows = ctx.actor.user
    ? await ctx.read
        .select({ key: userPreference.key, value: userPreference.value })
        .from(userPreference)
        .where(
          and(
            eq(userPreference.user_id, ctx.actor.user.id),
            like(userPreference.key, getInventoryUnitKey("%")),
          ),
        )
    : [];
  return (product) => {
    const value = rows.find((r) => r.key === getInventoryUnitKey(product))?.value;
    return isShown(value) ? value : ownUnit(types.find((t) => product.startsWith(`${t.id}-`))?.unit);
  };
}

const ownUnit = (unit: number | null | undefined): InventoryUnit =>
  INVENTORY_UNITS.find((shown) => shown !== "loads" && UNIT[shown] === (unit ?? DEFAULT_UNIT)) ?? "ton";
