/** Labels of payment methods. */
export const PAYMENT_METHOD_OPTIONS = [
  { value: "check", label: "Check" },
  { value: "ach", label: "Bank transfer" },
  { value: "card", label: "Card" },
  { value: "cash", label: "Cash" },
  { value: "other", label: "Other" },
];

/** Labels of adjustment kinds, worded for both payer and payee. */
export const ADJUSTMENT_KIND_OPTIONS = [
  { value: "addition", label: "Addition: paid on top" },
  { value: "deduction", label: "Deduction: taken off" },
  { value: "advance", label: "Advance: paid now, taken back later" },
  { value: "recovery", label: "Recovery of an advance" },
  { value: "holdback", label: "Holdback: kept for later" },
  { value: "release", label: "Release of a holdback" },
];

export const ADJUSTMENT_KIND_LABELS: Record<string, string> = {
  addition: "Addition",
  deduction: "Deduction",
  advance: "Advance",
  recovery: "Recovery",
  holdback: "Holdback",
  release: "Release",
  balance: "Carried on",
};
