import "~/styles/jobs.css";
import {
  getInventoryUnitKey,
  INVENTORY_UNIT_LABELS,
  INVENTORY_UNITS,
  type InventoryUnit,
} from "~/modules/jobs/rules/inventory";

/** Choice of the unit for a product's inventory: stored permanently for this person, on every device. */
export function InventoryUnitChoice(props: {
  job: number;
  product: { key: string; name: string; shown: InventoryUnit };
  id: string;
  at: "sorts" | "landing";
}) {
  const { job, product, id, at } = props;
  return (
    <form
      method="post"
      action={`/jobs/${job}/inventory-unit?at=${at}`}
      className="units"
      data-mirror={getInventoryUnitKey(product.key)}
    >
      <input type="hidden" name="product" value={product.key} />
      <label className="sr" htmlFor={id}>
        Unit of {product.name}
      </label>
      <select className="input" id={id} name="unit" defaultValue={product.shown}>
        {INVENTORY_UNITS.map((shown) => (
          <option key={shown} value={shown}>
            {INVENTORY_UNIT_LABELS[shown]}
          </option>
        ))}
      </select>
      <button type="submit" className="button quiet">
        Show
      </button>
    </form>
  );
}
