import { z } from "zod";
import type { FormReply } from "~/web/form-action.server";

/**
 * Values that an edit form showed first, sent along with it. If someone else saves first, they tell what the person
 * typed from what the page had. A refused form keeps them; after a conflict the saved values are the ones shown.
 */
export function ShownValues({ of, result }: { of: Record<string, string>; result?: FormReply }) {
  const sent = result?.conflict ? undefined : result?.shown_values;
  return <input type="hidden" name="shown_values" value={sent ?? JSON.stringify(of)} />;
}

/** Return the values that a form showed first; empty if it didn't send them. */
export function parseShownValues(result: FormReply | undefined): Record<string, string> {
  try {
    return z.record(z.string(), z.string()).parse(JSON.parse(result?.shown_values ?? "{}"));
  } catch {
    return {};
  }
}
