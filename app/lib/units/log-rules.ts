/** Rules for computing a log's board feet (docs/domain.md#units-and-conversions), in display order. */
export const LOG_RULES = [
  { value: "DOYLE", label: "Doyle" },
  { value: "SCRIBNER", label: "Scribner" },
  { value: "SCRIBNER_DECIMAL_C", label: "Scribner Decimal C" },
  { value: "INTERNATIONAL_1_4", label: "International 1/4 inch" },
] as const;

export type LogRule = (typeof LOG_RULES)[number]["value"];
export const LOG_RULE_KEYS = LOG_RULES.map(({ value }) => value);

/** Return the display name of a log rule; null for any other value. */
export const getLogRuleLabel = (value: unknown): string | null =>
  LOG_RULES.find((rule) => rule.value === value)?.label ?? null;
