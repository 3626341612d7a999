/**
 * States under whose law a load is not paid by a quantity converted from another unit: facts from public statutes, not
 * legal advice. By state (FIPS). A row that a deployment has edited is left alone.
 */
export const STATE_PAY_RULES: readonly { state: number; note: string }[] = [
  { state: 13, note: "Georgia: a volume worked out from weight is not paid (O.C.G.A. 10-2-23)." },
  { state: 28, note: "Mississippi: a volume worked out from weight is not paid (Code 75-27-113)." },
];
