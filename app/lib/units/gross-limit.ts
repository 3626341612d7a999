/**
 * Common limits on a loaded truck's weight, in pounds. Federal law: 80,000 on Interstates (23 USC 127). These states
 * allow more on their own roads: Michigan 164,000 on eleven axles (MDOT), Wisconsin 98,000 for logs while roads are
 * declared frozen. Other states allow more by permit, so a heavier load only gets a warning and is never refused.
 */
const FEDERAL = 80_000;
const BY_STATE: Readonly<Record<string, number>> = { MI: 164_000, WI: 98_000 };

/** Return the common limit of a state by its two letters, in pounds. */
export const getGrossLimit = (stusps: string): number => BY_STATE[stusps] ?? FEDERAL;

/** Return a warning if a load is heavier than the common limit of the state where it was loaded, else null. */
export function getGrossWarning(
  gross: number | null,
  { state, stusps }: { state: string; stusps: string },
): string | null {
  const limit = getGrossLimit(stusps);
  if (gross === null || gross <= limit) return null;
  const pounds = (n: number) => `${n.toLocaleString("en-US")} lb`;
  const where = stusps in BY_STATE ? `in ${state}` : "without a permit";
  return `The gross weight of ${pounds(gross)} is over ${pounds(limit)}, the common limit ${where}.`;
}
