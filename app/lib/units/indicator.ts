import { divideHalfEven, MAX_POUNDS } from "./measures";

/** Parsed weight, typed by a person or sent by a scale indicator that acts as a keyboard. */
export type ScaleReading =
  | { ok: true; pounds: number /** Original value if converted: "22,308 kg". */; converted: string | null }
  | { ok: false; problem: string };

/** Unit abbreviations of weights; short tons are "tn". A weight without a unit is in pounds. */
const UNITS: Record<string, "lb" | "kg" | "tn"> = {
  lb: "lb",
  lbs: "lb",
  "#": "lb",
  l: "lb",
  kg: "kg",
  k: "kg",
  tn: "tn",
};

/** Indicator codes: stable, still moving, over the scale's capacity. */
const STATES: Record<string, "stable" | "moving" | "over"> = {
  st: "stable",
  qt: "stable",
  us: "moving",
  m: "moving",
  ol: "over",
  o: "over",
  i: "over",
};

/**
 * The line formats of scale indicators: `ST,GS,+ 049180lb` (A&D), ` 49180LG ` between STX and ETX (Rice Lake, Cardinal),
 * `  49180 LB G`, `G 49180 lb`, and a plain number as a person types it.
 */
const LINE =
  /^(?:(st|us|ol|qt) ?,? ?)?(?:(gs|gr|nt|tr|g|n|t)[ ,:]+)?([+-]?) ?((?:\d{1,3}(?:,\d{3})+|\d{1,8}))(?:\.(\d{0,3}))? ?(lbs?|kg|tn|#|l|k)? ?,? ?(gross|net|tare|gs|gr|nt|tr|g|n|t)? ?([moi])?$/;

/** Longest indicator line that is parsed. */
export const MAX_LINE_LENGTH = 60;

/** Remove an indicator line's framing characters: STX, ETX, line ends. */
export const stripFramingCharacters = (line: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that are looked for
  line.replace(/[\u0000-\u001f\u007f]+/g, " ").trim();

const POUNDS_A_TN = 2000n;
/** A pound is exactly 0.45359237 kg. */
const KG_A_POUND = 45_359_237n;

/** Parse a weight. A gross field rejects net and tare readings; every field rejects a reading that was still moving. */
export function parseScaleLine(line: string, field: "gross" | "tare"): ScaleReading {
  const message = stripFramingCharacters(line).toLowerCase().replace(/\s+/g, " ");
  const match = message.length > MAX_LINE_LENGTH ? null : LINE.exec(message);
  if (!match) return { ok: false, problem: "Type whole pounds, like 78,540." };
  const [
    ,
    before = "",
    mode = "",
    sign = "",
    whole = "",
    part = "",
    unitWord = "",
    modeAfter = "",
    after = "",
  ] = match;
  const state = STATES[before] ?? STATES[after];
  if (state === "moving") return { ok: false, problem: "The scale was still moving. Read it again." };
  if (state === "over") return { ok: false, problem: "The scale was out of range. Read it again." };
  if (sign === "-") return { ok: false, problem: "The scale shows less than zero. Set it to zero first." };
  const kind = (mode || modeAfter)[0];
  if (kind === "n") return { ok: false, problem: "This is a net weight. Set the scale to gross." };
  if (kind === "t" && field === "gross") return { ok: false, problem: "This is a tare weight." };
  const unit = UNITS[unitWord] ?? "lb";
  const thousandths = BigInt(whole.replaceAll(",", "") + part.padEnd(3, "0"));
  if (unitWord === "" && Number(part) > 0) return { ok: false, problem: "Type whole pounds, like 78,540." };
  const pounds =
    unit === "kg"
      ? divideHalfEven(thousandths * 100_000n, KG_A_POUND)
      : unit === "tn"
        ? divideHalfEven(thousandths * POUNDS_A_TN, 1000n)
        : divideHalfEven(thousandths, 1000n);
  if (pounds > MAX_POUNDS) return { ok: false, problem: "This is more than a truck weighs." };
  const number = `${Number(whole.replaceAll(",", "")).toLocaleString("en-US")}${Number(part) > 0 ? `.${part.replace(/0+$/, "")}` : ""}`;
  return { ok: true, pounds, converted: unit === "lb" ? null : `${number} ${unit}` };
}
