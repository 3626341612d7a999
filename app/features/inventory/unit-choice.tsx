import "~/styles/jobs.css";
import { inventoryKey, SHOWN_IN, SHOWN_LABELS, type ShownIn } from "~/core/jobs/inventory";

/** In what a product's inventory is read: chosen for good, for this person, on every device. */
export function UnitChoice(props: {
  job: number;
  product: { key: string; name: string; shown: ShownIn };
  id: string;
  at: "sorts" | "landing";
}) {
  const { job, product, id, at } = props;
  return (
    <form
      method="post"
      action={`/jobs/${job}/inventory-unit?at=${at}`}
      className="units"
      data-mirror={inventoryKey(product.key)}
    >
      <input type="hidden" name="product" value={product.key} />
      <label className="sr" htmlFor={id}>
        Unit of {product.name}
      </label>
      <select className="input" id={id} name="unit" defaultValue={product.shown}>
        {SHOWN_IN.map((shown) => (
          <option key={shown} value={shown}>
            {SHOWN_LABELS[shown]}
          </option>
        ))}
      </select>
      <button type="submit" className="button quiet">
        Show
      </button>
    </form>
  );
}
