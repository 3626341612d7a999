/*
 * Weights on the scale house's page while typing: the server's own parsing (`lib/units`), in few enough lines that
 * every clerk's page can load them. `weights.test.ts` checks that both parse alike.
 */
import { convertPoundsToTons, parseWholePounds } from "./weighing";

const KG_A_POUND = 0.45359237;

/** Parse a weight in pounds, typed or from an indicator; null if invalid. The server parses it again. */
export function parseTypedPounds(text: string): number | null {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: indicators frame their lines with these
  const lowerCase = text.replace(/[\u0000-\u001f]/g, " ").toLowerCase();
  const match = /(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{0,3}))? ?(kg|tn|k(?=\W|[gnt]?$))?/.exec(lowerCase);
  if (!match?.[1] || /-|^ ?(us|ol)/.test(lowerCase)) return null;
  const value = Number(`${match[1].replaceAll(",", "")}.${match[2] || 0}`);
  return Math.round(match[3] === "tn" ? value * 2000 : match[3] ? value / KG_A_POUND : value);
}

const lb = (n: number) => `${n.toLocaleString("en-US")} lb`;

/** Return the text shown below two weights while they are typed at the scale house. */
export function formatNetLabel(gross: string, tare: string, deduction: string, unit: string): string {
  const [g, t] = [parseTypedPounds(gross), parseTypedPounds(tare)];
  if (g === null) return "";
  const converted = /\d ?(kg|tn)/i.test(gross) ? `${lb(g)} gross. ` : "";
  if (t === null) return converted;
  if (t > g) return "Tare is more than gross.";
  const off = parseWholePounds(deduction) ?? 0;
  if (off > g - t) return "The deduction is more than the net weight.";
  const tons = convertPoundsToTons(g - t - off).toLocaleString("en-US", { maximumFractionDigits: 3 });
  const left = off ? `, ${lb(g - t - off)} after the deduction` : "";
  return `${converted}${lb(g - t)} net${left}${unit === "2" ? `, ${tons} tons` : ""}`;
}
