/** Rules by which a log's board feet are worked out (decisions, section 4), in the order in which they are offered. */
export const LOG_RULES = [
  { value: "DOYLE", label: "Doyle" },
  { value: "SCRIBNER", label: "Scribner" },
  { value: "SCRIBNER_DECIMAL_C", label: "Scribner Decimal C" },
  { value: "INTERNATIONAL_1_4", label: "International 1/4 inch" },
] as const;

export type LogRule = (typeof LOG_RULES)[number]["value"];
export const LOG_RULE_KEYS = LOG_RULES.map(({ value }) => value);

/** A rule's name for people; null if it isn't a rule. */
export const logRuleWords = (value: unknown): string | null =>
  LOG_RULES.find((rule) => rule.value === value)?.label ?? null;
