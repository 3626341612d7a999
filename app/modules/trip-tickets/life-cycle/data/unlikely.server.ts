import { invalid } from "~/web/refusal";

/**
 * Refuse a load with improbable measurements: 422 with the warnings under `save_anyway`, which is also the field that
 * confirms them. Forms and the list of unsent forms show a "Save anyway" button; API programs send `save_anyway: true`.
 */
export function requireLikelyMeasures(warnings: readonly string[]): void {
  if (warnings.length) throw invalid({ save_anyway: [...warnings] });
}
