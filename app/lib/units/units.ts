import type { LogRule } from "./log-rules";
import type { UnitId } from "./measures";

type WeightUnit = { label: string; pounds: readonly [bigint, bigint] };
type VolumeUnit = { label: string; unit: UnitId; parts: bigint };
type OtherUnit = { label: string; reason: string };

/**
 * Weight units; `pounds` is the number of pounds in each, as a fraction. A pound is exactly 0.45359237 kg (NIST
 * Handbook 44, appendix C).
 */
export const WEIGHT_UNITS = {
  lb: { label: "Pounds", pounds: [1n, 1n] },
  ton: { label: "Tons of 2,000 lb", pounds: [2_000n, 1n] },
  cwt: { label: "Hundredweight (100 lb)", pounds: [100n, 1n] },
  kg: { label: "Kilograms", pounds: [100_000_000n, 45_359_237n] },
  metric_ton: { label: "Metric tons (1,000 kg)", pounds: [100_000_000_000n, 45_359_237n] },
  long_ton: { label: "Long tons (2,240 lb)", pounds: [2_240n, 1n] },
} as const satisfies Record<string, WeightUnit>;

/** Volume units that a file may use. `parts` of the file's unit make one of the stored unit `unit`. */
export const VOLUME_UNITS = {
  mbf: { label: "MBF (1,000 board feet)", unit: 1, parts: 1n },
  bf: { label: "Board feet", unit: 1, parts: 1_000n },
  cord: { label: "Cords", unit: 3, parts: 1n },
} as const satisfies Record<string, VolumeUnit>;

/** Trade units that can't be used for counting loads, because no standard defines the amount of wood in them. */
export const OTHER_UNITS = {
  cunit: { label: "Cunits (100 cubic feet)", reason: "Cunits can't be counted as cords, tons or MBF." },
  m3: { label: "Cubic meters", reason: "Cubic meters can't be counted as cords, tons or MBF." },
} as const satisfies Record<string, OtherUnit>;

export type WeightUnitKey = keyof typeof WEIGHT_UNITS;
export type VolumeUnitKey = keyof typeof VOLUME_UNITS;
export type UnitKey = WeightUnitKey | VolumeUnitKey | keyof typeof OTHER_UNITS;

export const isWeightUnit = (key: string): key is WeightUnitKey => Object.hasOwn(WEIGHT_UNITS, key);
export const isVolumeUnit = (key: string): key is VolumeUnitKey => Object.hasOwn(VOLUME_UNITS, key);

/** Return units as a list of choices. */
export const toUnitChoices = (units: Readonly<Record<string, { label: string }>>) =>
  Object.entries(units).map(([value, { label }]) => ({ value, label }));

/**
 * Unit and log rule named in a text. `unknown` is the text of an unknown unit or of several units, which the user must
 * resolve.
 */
export type NamedUnit = { unit: UnitKey | null; rule: LogRule | null; unknown: string | null };

/** Measures whose names look like one of the units above but that mean something else. */
const MISLEADING =
  /\b(?:(?:bone|oven|air)[\s-]*)?dry[\s-]*tons?\b|\b[boa]dm?t\b|\b(?:face|rick|stove)[\s-]*cords?\b|\bricks?\b|\bcubic\s*f(?:ee|oo)t\b|\bcu\.?\s*ft\b|\bm?cf\b|\bft3\b|\bmmbf\b|\bdoyle[\s/-]*scribner\b|\bstone\b|\bsteres?\b|1\/8/i;

/** Unit patterns, longer names first; each match is removed from the text before the next pattern is tried. */
const PATTERNS: readonly (readonly [UnitKey, RegExp])[] = [
  [
    "metric_ton",
    /\b(?:metric\s*t(?:ons?|nes?)?|tonnes?|m\.?t\.?|mtons?)(?![a-z])\s*(?:\(?\s*(?:of\s*)?(?:1,?000\s*kgs?|2,?20[45](?:\.\d+)?\s*lbs?\.?)\)?)?|\btons?\s*\(?\s*(?:of\s*)?1,?000\s*kgs?\)?/gi,
  ],
  [
    "long_ton",
    /\b(?:(?:long|imperial)\s*tons?|l\.?t\.)(?:\s*\(?\s*(?:of\s*)?2,?240\s*lbs?\.?\)?)?|\btons?\s*\(?\s*(?:of\s*)?2,?240\s*(?:lbs?\.?|pounds)?\)?|\blt\b/gi,
  ],
  [
    "ton",
    /\b(?:(?:short|us|u\.s\.|green)\s*)?(?:tons?|tns?)\b\.?\s*(?:\(?\s*(?:of\s*)?2,?000\s*(?:lbs?\.?|pounds|#)\)?)?/gi,
  ],
  ["cwt", /\bcwts?\b|\bhundred\s*weights?\b/gi],
  ["kg", /\bkgs?\b|\bkilos?\b|\bkilograms?\b/gi],
  ["lb", /\blbs?\b\.?|\bpounds?\b/gi],
  [
    "mbf",
    /\bm\.?b\.?f\.?\b|\bmfbm\b|\bm\s*bd\.?\s*ft\b|\b(?:thousand|1,?000)\s*(?:board|bd\.?)\s*-?(?:feet|foot|ft)\b/gi,
  ],
  ["bf", /\bboard\s*-?(?:feet|foot|ft)\b|\bbd\.?\s*-?(?:ft|feet|foot)\b|\bb\.?f\.?(?![a-z])|\bfbm\b/gi],
  ["cord", /\b(?:standard\s*|full\s*)?cords?\b|\bcds?\b\.?/gi],
  ["cunit", /\bcunits?\b|\bccf\b/gi],
  ["m3", /\bm3\b|\bm³|\bcubic\s*met(?:er|re)s?\b|\bcbm\b|\bcu\.?\s*m(?:eters?)?\b/gi],
];

/** Short names that mean a unit only in a cell or after a number: in a heading they may be anything. */
const IN_CELL: Readonly<Record<string, UnitKey>> = { t: "ton", "#": "lb", m: "mbf", c: "cord" };

const RULES: readonly (readonly [LogRule, RegExp])[] = [
  ["SCRIBNER_DECIMAL_C", /\b(?:scribner\s*)?(?:decimal|dec\.?)\s*c\b/gi],
  ["SCRIBNER", /\bscribner\b/gi],
  ["DOYLE", /\bdoyle\b/gi],
  [
    "INTERNATIONAL_1_4",
    /\b(?:international|int'?l?\.?)\s*(?:(?:1\/4|¼|quarter)(?:\s*-?\s*inch|\s*in\b|")?)/gi,
  ],
  ["INTERNATIONAL_1_4", /\binternational\b|\bint'?l\b/gi],
];

/** Find the unit and the log rule in a text, such as the heading "Net Tons", "Gross (kg)" or "Scribner BF". */
export function findNamedUnit(text: string): NamedUnit {
  const misleading = MISLEADING.exec(text)?.[0];
  if (misleading) return { unit: null, rule: null, unknown: misleading };
  let rest = text.replaceAll("_", " ");
  const takeOut = <Key extends string>(patterns: readonly (readonly [Key, RegExp])[]): Key[] => {
    const keys = new Set<Key>();
    for (const [key, pattern] of patterns)
      rest = rest.replace(pattern, () => {
        keys.add(key);
        return " ";
      });
    return [...keys];
  };
  const rules = takeOut(RULES);
  const units = takeOut(PATTERNS);
  const [unit = null, ...others] = units;
  const [rule = null, ...more] = rules;
  if (others.length || more.length) return { unit: null, rule: null, unknown: text.trim() };
  const inParentheses = /[([]\s*([^\s)\]\d][^)\]]*?)\s*[)\]]/.exec(rest)?.[1]?.trim();
  return { unit, rule, unknown: unit === null && inParentheses ? inParentheses : null };
}

/** Parse a cell that contains only a unit: "tons", "cd", "MBF Scribner". Null if it isn't a known unit. */
export function parseUnitCell(text: string): { unit: UnitKey; rule: LogRule | null } | null {
  const plain = text.trim();
  const short = IN_CELL[plain.toLowerCase().replace(/\.$/, "")];
  if (short) return { unit: short, rule: null };
  const { unit, rule } = findNamedUnit(plain);
  return unit === null || leftOver(plain) ? null : { unit, rule };
}

/** Check whether a text has words other than the unit and the log rule in it. */
function leftOver(text: string): boolean {
  let rest = text;
  for (const [, pattern] of [...RULES, ...PATTERNS]) rest = rest.replace(pattern, " ");
  return /[a-z]/i.test(rest.replace(/\b(?:log|rule|scale|green|of|in|by)\b/gi, ""));
}
