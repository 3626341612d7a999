import { type FieldState, SelectField } from "~/ui/field";
import type { ProductParts } from "./products.server";

/** Form fields for any unlisted product: its type, and a species or a group of species. */
export function UnlistedProductFields({
  parts,
  field,
}: {
  parts: ProductParts;
  field: (name: "product_type_id" | "wood") => FieldState;
}) {
  const [type, wood] = [field("product_type_id"), field("wood")];
  const isOpen = [type, wood].some((f) => f.defaultValue || f.errors?.length);
  return (
    <details open={isOpen || undefined}>
      <summary>A product that isn't listed</summary>
      <div className="fields two">
        <SelectField
          field={type}
          label="Type"
          options={parts.types}
          empty="Choose a type"
          none="No type matches your search"
          required={false}
        />
        <SelectField
          field={wood}
          label="Species or group"
          options={parts.woods}
          empty="No species"
          none="No species matches your search"
          required={false}
        />
      </div>
    </details>
  );
}
