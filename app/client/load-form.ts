/* Form of a new load. Without a script the server does the same after submission (followProduct). */
import { getField, type PagePart, queryAll } from "./dom";

/** Product that a destination takes: its value, name, and the unit and volume of a usual load. */
export type MixRow = readonly [key: string, name: string, unit: string, volume: string];
export type Mix = ReadonlyMap<string, readonly MixRow[]>;

/** Products that each destination takes, from the page. */
export function parseMix(json: string | undefined): Mix {
  const read: unknown = JSON.parse(json ?? "{}");
  const isTaken = (row: unknown): row is MixRow =>
    Array.isArray(row) && row.length === 4 && row.every((item) => typeof item === "string");
  return new Map(
    Object.entries(read && typeof read === "object" ? read : {}).map(([place, rows]) => [
      place,
      Array.isArray(rows) ? rows.filter(isTaken) : [],
    ]),
  );
}

/** True if the volume and unit are some product's usual ones, so that nobody typed them. */
export const isUsualVolume = (rows: readonly MixRow[], unit: string, volume: string) =>
  rows.some(([, , u, v]) => u === unit && v === volume);

/** New load: offer the destination's products, and the product's volume and unit until the user types them. */
function followDestination(form: HTMLFormElement) {
  const mix = parseMix(form.dataset.load);
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
