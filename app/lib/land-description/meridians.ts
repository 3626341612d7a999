/**
 * Principal meridians of each Public Land Survey state, by BLM code (BLM CadNSDI, 2026-10-05). States not listed
 * describe land in their own ways (fws.gov, PLSS coverage).
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

/** True if a state's land is described by township, range and section. */
export const hasPlss = (stusps: string): boolean => Object.hasOwn(CODES, stusps);

/** Return the codes of a state's meridians; empty outside the Public Land Survey. */
export const listMeridianCodes = (stusps: string): readonly string[] =>
  hasPlss(stusps) ? (CODES[stusps] ?? "").split(" ") : [];

/**
 * True if the state has several meridians; only then is a job's meridian requested (docs/domain.md#land-description).
 */
export const needsMeridian = (stusps: string): boolean => listMeridianCodes(stusps).length > 1;

/** Meridian of a state that has only one, else null. */
export function getOnlyMeridian(stusps: string): string | null {
  const codes = listMeridianCodes(stusps);
  return codes.length === 1 ? (codes[0] ?? null) : null;
}
