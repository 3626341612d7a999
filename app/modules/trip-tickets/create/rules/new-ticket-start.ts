import type { paperFields } from "../../paper/rules/paper-fields";
import type { newTicketForm } from "../../shared/new-ticket.server";

type Form = Pick<Awaited<ReturnType<typeof newTicketForm.run>>, "start" | "destinations">;
/** The fields of a new ticket's form, as texts. */
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
 * The form's values: the typed ones if it came back with a mistake, otherwise a new load's defaults. A product that the
 * chosen destination doesn't take is dropped, and so is its volume if the user didn't change it.
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

/** For the script: the products of each destination, and the defaults for a load of each. */
export const getMixByDestination = ({ destinations }: Form) =>
  Object.fromEntries(
    destinations.map((d) => [d.id, d.products.map((p) => [p.key, p.name, String(p.unit), p.volume])]),
  );

/** Initial values of the form, so that a volume that nobody changed can follow the product (`applyProductDefaults`). */
export const formatStart = (d: Partial<NewTicketFields>) =>
  JSON.stringify([d.product ?? "", d.estimated_volume ?? "", d.estimated_wood_unit_type_id ?? ""]);

/**
 * Remove the volume and the unit from a form whose product has changed, if both are unchanged, so that the product's
 * own apply. Otherwise a load of sawlogs would be estimated in tons.
 */
export function applyProductDefaults(form: FormData): FormData {
  const start = form.get("start");
  // A value that none of our pages sent stays in the form, which refuses it.
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
