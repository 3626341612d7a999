/**
 * States whose law forbids paying for a load by a quantity converted from another unit: facts from public statutes, not
 * legal advice. Keyed by state (FIPS). Rows that a deployment has edited are not overwritten.
 */
export const STATE_PAY_RULES: readonly { state: number; note: string }[] = [
  { state: 13, note: "Georgia: a volume worked out from weight is not paid (O.C.G.A. 10-2-23)." },
  { state: 28, note: "Mississippi: a volume worked out from weight is not paid (Code 75-27-113)." },
];
