import { stripFramingCharacters } from "~/lib/units/indicator";

/** Read the scale house's query. */
export function parseScaleQuery(url: string) {
  const params = new URL(url).searchParams;
  const id = (name: string) => {
    const value = params.get(name) ?? "";
    return /^[1-9]\d{0,14}$/.test(value) ? Number(value) : null;
  };
  return {
    load: (params.get("load") ?? "").trim().slice(0, 500),
    received: id("received"),
    rejected: id("rejected"),
    undone: params.has("undone"),
  };
}

const TYPED = ["gross", "tare", "scaled_volume", "deduction_pounds"] as const;

/**
 * Return the text to look up if the form has only a number; null if the form receives the load. Also remove the
 * characters that scanners and indicators put around their output.
 */
export function getLoadSearchText(form: FormData): string | null {
  for (const name of ["load", "gross", "tare"])
    form.set(name, stripFramingCharacters(String(form.get(name) ?? "")));
  const load = String(form.get("load"));
  if (load === "" || form.get("ticket_for") === load) return null;
  return TYPED.every((name) => String(form.get(name) ?? "").trim() === "") ? load : null;
}
