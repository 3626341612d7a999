/*
 * The form of a new load. Without a script the server does the same after the form is sent (followProduct).
 */
import { all, fieldOf, type PagePart } from "./dom";

/** A product as a destination takes it: its value, its name, and the unit and volume of a usual load. */
export type Taken = readonly [key: string, name: string, unit: string, volume: string];
export type Mix = ReadonlyMap<string, readonly Taken[]>;

/** What each destination takes, as the page says it. */
export function mixIn(json: string | undefined): Mix {
  const read: unknown = JSON.parse(json ?? "{}");
  const isTaken = (row: unknown): row is Taken =>
    Array.isArray(row) && row.length === 4 && row.every((one) => typeof one === "string");
  return new Map(
    Object.entries(read && typeof read === "object" ? read : {}).map(([place, rows]) => [
      place,
      Array.isArray(rows) ? rows.filter(isTaken) : [],
    ]),
  );
}

/** Whether a volume and its unit are some product's usual ones, so that nobody typed them. */
export const isUsual = (rows: readonly Taken[], unit: string, volume: string) =>
  rows.some(([, , u, v]) => u === unit && v === volume);

/** A new load: the products are those of the destination, volume and unit those of the product while nobody types. */
function followDestination(form: HTMLFormElement) {
  const mix = mixIn(form.dataset.load);
  const place = fieldOf(form, "job_destination_id");
  const product = fieldOf(form, "product");
  const volume = fieldOf(form, "estimated_volume");
  const unit = fieldOf(form, "estimated_wood_unit_type_id");
  if (!place || !product || !volume || !unit) return;
  const known = () => (mix.get(place.value) ?? []).find(([key]) => key === product.value);
  let own = isUsual([...mix.values()].flat(), unit.value, volume.value);
  const follow = () => {
    const found = known();
    if (!found || !own) return;
    [, , unit.value, volume.value] = found;
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
      const found = known();
      own = found !== undefined && isUsual([found], unit.value, volume.value);
    });
  addEventListener("pageshow", list);
  list();
}

export default function loadForm(part: PagePart) {
  all<HTMLFormElement>(part, "form[data-load]").forEach(followDestination);
}
