import { z } from "zod";
import type { FormReply } from "~/web/form-action.server";

/**
 * Values that an edit form showed first, sent along with the form. If someone else saves first, they show which fields
 * the user changed. A refused form keeps them; after a conflict they are replaced by the saved values.
 */
export function ShownValues({ of, result }: { of: Record<string, string>; result?: FormReply }) {
  const sent = result?.conflict ? undefined : result?.shown_values;
  return <input type="hidden" name="shown_values" value={sent ?? JSON.stringify(of)} />;
}

/** Return the values that a form showed first; empty if it didn't send them. */
function parseShownValues(result: FormReply | undefined): Record<string, string> {
  try {
    return z.record(z.string(), z.string()).parse(JSON.parse(result?.shown_values ?? "{}"));
  } catch {
    return {};
  }
}

/**
 * Return a function from a field's name to the text that its form shows: the saved one until it is sent, then the typed
 * one. After a conflict, a field that the person left as the page showed it takes the value that is saved now, so the
 * conflict lists only what the person typed and saving again keeps the rest of the other person's change.
 */
export function createMergedValues(result: FormReply | undefined, saved: Record<string, string>) {
  const typed = result?.reply.initialValue;
  const shown = result?.conflict ? parseShownValues(result) : {};
  const unify = (text: string) => text.replaceAll("\r\n", "\n").trim();
  return (name: string): string => {
    if (!typed) return saved[name] ?? "";
    const text = typeof typed[name] === "string" ? typed[name] : "";
    const isUntouched = shown[name] !== undefined && unify(text) === unify(shown[name]);
    return isUntouched ? (saved[name] ?? "") : text;
  };
}
