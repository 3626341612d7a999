/** Regions for which the Energy Information Administration (EIA) publishes average diesel prices, by EIA's codes. */
export const FUEL_REGIONS = {
  NUS: "United States",
  R10: "East Coast",
  R1X: "New England",
  R1Y: "Central Atlantic",
  R1Z: "Lower Atlantic",
  R20: "Midwest",
  R30: "Gulf Coast",
  R40: "Rocky Mountain",
  R50: "West Coast",
  R5XCA: "West Coast without California",
  SCA: "California",
} as const;
export type FuelRegion = keyof typeof FUEL_REGIONS;

export const isFuelRegion = (code: string): code is FuelRegion => code in FUEL_REGIONS;
export const FUEL_REGION_CODES = Object.keys(FUEL_REGIONS).filter(isFuelRegion);

/** States by their smallest region. */
const STATES: Partial<Record<FuelRegion, string>> = {
  R1X: "CT ME MA NH RI VT",
  R1Y: "DE DC MD NJ NY PA",
  R1Z: "FL GA NC SC VA WV",
  R20: "IL IN IA KS KY MI MN MO NE ND OH OK SD TN WI",
  R30: "AL AR LA MS NM TX",
  R40: "CO ID MT UT WY",
  R5XCA: "AK AZ HI NV OR WA",
  SCA: "CA",
};

/** Return the region of a state by its postal code; the whole country for an unknown code. */
export function getFuelRegion(letters: string | null): FuelRegion {
  const match = FUEL_REGION_CODES.find((code) => STATES[code]?.split(" ").includes(letters ?? ""));
  return match ?? "NUS";
}
