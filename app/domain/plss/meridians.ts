/**
 * The principal meridians of each Public Land Survey state, by BLM code (BLM CadNSDI, 2026-10-05). The states that
 * are not here describe land in their own ways (fws.gov, PLSS coverage).
 */
const CODES: Readonly<Record<string, string>> = {
  AL: "16 25 29",
  AK: "12 13 28 44 45",
  AZ: "14 22 27",
  AR: "05",
  CA: "15 21 27",
  CO: "06 23 31",
  FL: "29",
  ID: "08",
  IL: "02 03 04",
  IN: "01 02",
  IA: "05",
  KS: "06",
  LA: "18 24",
  MI: "19",
  MN: "05 46",
  MS: "09 10 16 25 32",
  MO: "05",
  MT: "20",
  NE: "06",
  NV: "21",
  NM: "23",
  ND: "05",
  OH: "01 19",
  OK: "11 17",
  OR: "33",
  SD: "05 06 07",
  UT: "26 30",
  WA: "33",
  WI: "46",
  WY: "06 34",
};

/** Whether a state's land is described by township, range and section. */
export const hasPlss = (stusps: string): boolean => Object.hasOwn(CODES, stusps);

/** The meridians that a township of this state may be counted from; none outside the Public Land Survey. */
export const meridianCodes = (stusps: string): readonly string[] =>
  hasPlss(stusps) ? (CODES[stusps] ?? "").split(" ") : [];

/** A job's meridian is asked for only where there are several (decisions, section 7). */
export const asksMeridian = (stusps: string): boolean => meridianCodes(stusps).length > 1;

/** The meridian of a state that has only one, else null. */
export function onlyMeridian(stusps: string): string | null {
  const codes = meridianCodes(stusps);
  return codes.length === 1 ? (codes[0] ?? null) : null;
}
