import { invalid } from "~/web/refusal";

/**
 * Refuse a load whose measures are hardly meant: 422 with what is odd under `save_anyway`, which is also the field that
 * confirms it. Forms show a button "Save anyway", the list of unsent forms another one, programs send `save_anyway: true`.
 */
export function refuseUnlikely(warnings: readonly string[]): void {
  if (warnings.length) throw invalid({ save_anyway: [...warnings] });
}
