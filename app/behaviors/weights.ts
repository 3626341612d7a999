/*
 * Weights as the scale house's page shows them while one types: the server's own reading (`domain/measures`), in the few
 * lines that every clerk's page can carry. `weights.test.ts` holds both together.
 */
import { tonsOf, wholePounds } from "./weighing";

const KG_A_POUND = 0.45359237;

/** A weight in pounds, typed or as an indicator writes it; null where it isn't one. The server reads it once more. */
export function poundsIn(text: string): number | null {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: indicators frame their lines with these
  const said = text.replace(/[\u0000-\u001f]/g, " ").toLowerCase();
  const match = /(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{0,3}))? ?(kg|tn|k(?=\W|[gnt]?$))?/.exec(said);
  if (!match?.[1] || /-|^ ?(us|ol)/.test(said)) return null;
  const value = Number(`${match[1].replaceAll(",", "")}.${match[2] || 0}`);
  return Math.round(match[3] === "tn" ? value * 2000 : match[3] ? value / KG_A_POUND : value);
}

const lb = (n: number) => `${n.toLocaleString("en-US")} lb`;

/** What the scale house shows below two weights that are being typed. */
export function netWords(gross: string, tare: string, deduction: string, unit: string): string {
  const [g, t] = [poundsIn(gross), poundsIn(tare)];
  if (g === null) return "";
  const converted = /\d ?(kg|tn)/i.test(gross) ? `${lb(g)} gross. ` : "";
  if (t === null) return converted;
  if (t > g) return "Tare is more than gross.";
  const off = wholePounds(deduction) ?? 0;
  if (off > g - t) return "The deduction is more than the net weight.";
  const tons = tonsOf(g - t - off).toLocaleString("en-US", { maximumFractionDigits: 3 });
  const left = off ? `, ${lb(g - t - off)} after the deduction` : "";
  return `${converted}${lb(g - t)} net${left}${unit === "2" ? `, ${tons} tons` : ""}`;
}
