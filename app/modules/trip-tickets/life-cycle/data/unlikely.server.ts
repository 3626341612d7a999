import { invalid } from "~/web/refusal";

/**
 * Refuse a load with improbable measures: 422 with the warnings under `save_anyway`, which is also the field that
 * confirms them. Forms show a button "Save anyway", the list of unsent forms another one, programs send `save_anyway:
 * true`.
 */
export function requireLikely(warnings: readonly string[]): void {
  if (warnings.length) throw invalid({ save_anyway: [...warnings] });
}
