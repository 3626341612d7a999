import { withoutFrame } from "~/domain/measures/indicator";

/** What the scale house's address asks for. */
export function loadsAsked(url: string) {
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
 * What a form that has nothing but a number asks to look up; null where it is to be received. Takes the characters out
 * that scanners and indicators frame their lines with.
 */
export function isLookUp(form: FormData): string | null {
  for (const name of ["load", "gross", "tare"]) form.set(name, withoutFrame(String(form.get(name) ?? "")));
  const load = String(form.get("load"));
  if (load === "" || form.get("ticket_for") === load) return null;
  return TYPED.every((name) => String(form.get(name) ?? "").trim() === "") ? load : null;
}
