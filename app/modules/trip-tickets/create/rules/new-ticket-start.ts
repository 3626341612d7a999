import type { paperFields } from "../../paper/rules/paper-fields";
import type { newTicketForm } from "../../shared/new-ticket.server";

type Form = Pick<Awaited<ReturnType<typeof newTicketForm.run>>, "start" | "destinations">;
/** Fields of a new ticket's form, as strings. */
export type NewTicketFields = {
  job_destination_id: string;
  product: string;
  estimated_volume: string;
  estimated_wood_unit_type_id: string;
  trip_ticket_priority_id: string;
  cutter_company_id: string;
  skidder_company_id: string;
  hauler_company_id: string;
  hauler_user_id: string;
  landing_id: string;
  certification_ids: string;
  loads: string;
  sheet_number: string;
} & Record<PaperFieldName, string>;

/** Fields written on a printed sheet before it was claimed. */
export type PaperFieldName = keyof typeof paperFields;

/**
 * Return the form's values: the typed ones if it was returned with an error, otherwise a new load's defaults. A product
 * that the chosen destination doesn't accept is dropped, and so is its volume if the user didn't change that volume.
 */
export function getStartValues({ start, destinations }: Form, typed: Partial<NewTicketFields> | null) {
  const text = (value: number | string | null) => (value === null ? undefined : String(value));
  const fresh: Partial<NewTicketFields> = {
    job_destination_id: text(start.job_destination_id),
    product: start.product ?? undefined,
    estimated_volume: start.estimated_volume,
    estimated_wood_unit_type_id: text(start.estimated_wood_unit_type_id),
    trip_ticket_priority_id: text(start.trip_ticket_priority_id),
    cutter_company_id: text(start.cutter_company_id),
    skidder_company_id: text(start.skidder_company_id),
    hauler_company_id: text(start.hauler_company_id),
    hauler_user_id: text(start.hauler_user_id),
    landing_id: text(start.landing_id),
    loads: "1",
  };
  const defaults = typed ? { ...typed } : fresh;
  const chosen = destinations.find((d) => String(d.id) === defaults.job_destination_id);
  const products = (chosen ?? destinations[0])?.products ?? [];
  const product = products.find((p) => p.key === defaults.product);
  if (!product) defaults.product = undefined;
  if (product && !defaults.estimated_volume && !defaults.estimated_wood_unit_type_id) {
    defaults.estimated_volume = product.volume;
    defaults.estimated_wood_unit_type_id = String(product.unit);
  }
  return { products, defaults };
}

/** Return each destination's products and their default loads, for the script. */
export const getProductsByDestination = ({ destinations }: Form) =>
  Object.fromEntries(
    destinations.map((d) => [d.id, d.products.map((p) => [p.key, p.name, String(p.unit), p.volume])]),
  );

/** Encode the form's initial values, so that an unchanged volume can follow the product (`applyProductDefaults`). */
export const encodeStartValues = (d: Partial<NewTicketFields>) =>
  JSON.stringify([d.product ?? "", d.estimated_volume ?? "", d.estimated_wood_unit_type_id ?? ""]);

/**
 * If the product of a form has changed but volume and unit have not, remove volume and unit so that the product's own
 * defaults apply. Otherwise a load of sawlogs would be estimated in tons.
 */
export function applyProductDefaults(form: FormData): FormData {
  const start = form.get("start");
  // Leave a value that none of our pages sent in the form, so that validation refuses it.
  if (start !== null && readStart(start).length === 0) return form;
  form.delete("start");
  const now = ["product", "estimated_volume", "estimated_wood_unit_type_id"].map((name) => form.get(name));
  const [product, ...rest] = readStart(start);
  if (product !== undefined && product !== now[0] && rest.every((value, i) => value === now[i + 1]))
    for (const name of ["estimated_volume", "estimated_wood_unit_type_id"]) form.delete(name);
  return form;
}

function readStart(start: FormDataEntryValue | null): unknown[] {
  try {
    const read: unknown = JSON.parse(String(start));
    return Array.isArray(read) && read.length === 3 ? read : [];
  } catch {
    return [];
  }
}
