/**
 * States, the District and territories by FIPS number: postal code, IANA time zone of most of the state, and whether
 * the Public Land Survey describes its land (fws.gov, PLSS coverage; in twenty states it doesn't).
 */
export type StateRow = readonly [fips: number, stusps: string, zone: string, hasPlss: 0 | 1];

const E = "America/New_York";
const C = "America/Chicago";
const M = "America/Denver";
const P = "America/Los_Angeles";

export const US_STATES: readonly StateRow[] = [
  [1, "AL", C, 1],
  [2, "AK", "America/Anchorage", 1],
  [4, "AZ", "America/Phoenix", 1],
  [5, "AR", C, 1],
  [6, "CA", P, 1],
  [8, "CO", M, 1],
  [9, "CT", E, 0],
  [10, "DE", E, 0],
  [11, "DC", E, 0],
  [12, "FL", E, 1],
  [13, "GA", E, 0],
  [15, "HI", "Pacific/Honolulu", 0],
  [16, "ID", "America/Boise", 1],
  [17, "IL", C, 1],
  [18, "IN", "America/Indiana/Indianapolis", 1],
  [19, "IA", C, 1],
  [20, "KS", C, 1],
  [21, "KY", E, 0],
  [22, "LA", C, 1],
  [23, "ME", E, 0],
  [24, "MD", E, 0],
  [25, "MA", E, 0],
  [26, "MI", "America/Detroit", 1],
  [27, "MN", C, 1],
  [28, "MS", C, 1],
  [29, "MO", C, 1],
  [30, "MT", M, 1],
  [31, "NE", C, 1],
  [32, "NV", P, 1],
  [33, "NH", E, 0],
  [34, "NJ", E, 0],
  [35, "NM", M, 1],
  [36, "NY", E, 0],
  [37, "NC", E, 0],
  [38, "ND", C, 1],
  [39, "OH", E, 1],
  [40, "OK", C, 1],
  [41, "OR", P, 1],
  [42, "PA", E, 0],
  [44, "RI", E, 0],
  [45, "SC", E, 0],
  [46, "SD", C, 1],
  [47, "TN", C, 0],
  [48, "TX", C, 0],
  [49, "UT", M, 1],
  [50, "VT", E, 0],
  [51, "VA", E, 0],
  [53, "WA", P, 1],
  [54, "WV", E, 0],
  [55, "WI", C, 1],
  [56, "WY", M, 1],
  [60, "AS", "Pacific/Pago_Pago", 0],
  [66, "GU", "Pacific/Guam", 0],
  [69, "MP", "Pacific/Saipan", 0],
  [72, "PR", "America/Puerto_Rico", 0],
  [78, "VI", "America/St_Thomas", 0],
];
