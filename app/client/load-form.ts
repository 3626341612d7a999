/*
 * Form of a new load: update the product, volume and unit. Without a script the server does this after submission
 * (followProduct).
 */
import { getField, type PagePart, queryAll } from "./dom";

/** Product that a destination accepts: its value, name, and the unit and volume of a usual load. */
export type DestinationProduct = readonly [key: string, name: string, unit: string, volume: string];
export type DestinationProducts = ReadonlyMap<string, readonly DestinationProduct[]>;

/** Parse the products that each destination accepts from the page's data. */
export function parseDestinationProducts(json: string | undefined): DestinationProducts {
  const read: unknown = JSON.parse(json ?? "{}");
  const isTaken = (row: unknown): row is DestinationProduct =>
    Array.isArray(row) && row.length === 4 && row.every((item) => typeof item === "string");
  return new Map(
    Object.entries(read && typeof read === "object" ? read : {}).map(([place, rows]) => [
      place,
      Array.isArray(rows) ? rows.filter(isTaken) : [],
    ]),
  );
}

/** Check whether the volume and unit are a product's usual values, so that nobody typed them. */
export const isUsualVolume = (rows: readonly DestinationProduct[], unit: string, volume: string) =>
  rows.some(([, , u, v]) => u === unit && v === volume);

/**
 * Offer the destination's products for a new load, and fill in the product's usual volume and unit until the user types
 * them.
 */
function followDestination(form: HTMLFormElement) {
  const mix = parseDestinationProducts(form.dataset.load);
  const place = getField(form, "job_destination_id");
  const product = getField(form, "product");
  const volume = getField(form, "estimated_volume");
  const unit = getField(form, "estimated_wood_unit_type_id");
  if (!place || !product || !volume || !unit) return;
  const known = () => (mix.get(place.value) ?? []).find(([key]) => key === product.value);
  let own = isUsualVolume([...mix.values()].flat(), unit.value, volume.value);
  const follow = () => {
    const match = known();
    if (!match || !own) return;
    [, , unit.value, volume.value] = match;
  };
  const list = () => {
    const chosen = product.value;
    const taken = mix.get(place.value) ?? [];
    const fits = taken.some(([key]) => key === chosen);
    const rows = taken.map(([key, name]) => new Option(name, key, false, key === chosen));
    product.replaceChildren(...(fits ? [] : [new Option("Choose a product", "")]), ...rows);
    if (!fits) product.value = "";
    product.dispatchEvent(new Event("options"));
  };
  place.addEventListener("change", list);
  product.addEventListener("change", follow);
  for (const field of [volume, unit])
    field.addEventListener("input", () => {
      const match = known();
      own = match !== undefined && isUsualVolume([match], unit.value, volume.value);
    });
  addEventListener("pageshow", list);
  list();
}

export default function initTicketForm(part: PagePart) {
  queryAll<HTMLFormElement>(part, "form[data-load]").forEach(followDestination);
}
