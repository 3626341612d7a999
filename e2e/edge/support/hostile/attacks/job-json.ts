import { type Attack, JSON_TYPE, send } from "../attack";

const MANY = 13 * 1024 * 1024;
const ring = (points: number) => `[${Array.from({ length: points }, (_, i) => `[-85.${i},44.${i}]`).join()}]`;
const BODIES: [string, () => string][] = [
  ["numbers", () => `{"job":[${"1,".repeat(MANY / 2)}1]}`],
  ["lists", () => `{"job":[${"[],".repeat(MANY / 3)}[]]}`],
  ["names", () => `{${Array.from({ length: 900_000 }, (_, i) => `"n${i}":1`).join()}}`],
  ["points", () => `{"job":{"geom":{"type":"Polygon","coordinates":[${ring(500_000)}]}}}`],
  ["one text", () => `{"job":{"name":"${"x".repeat(MANY)}"}}`],
  ["a text of backslashes", () => `{"job":{"name":"${"\\\\".repeat(MANY / 2)}"}}`],
  ["nesting", () => `${"[".repeat(MANY)}`],
];

/** 13 MB of JSON for the one API call that accepts so much, and 250 KB for calls with smaller limits. */
export const jobJsonAttacks: Attack[] = [
  ...BODIES.map(
    ([what, body]): Attack => ({
      code: "V10",
      name: `13 MB of JSON: ${what}`,
      run: async (target) => {
        const who = await target.as("manager");
        return [await send(target, "/api/jobs", { who, type: JSON_TYPE, body: body() })];
      },
    }),
  ),
  {
    code: "V10",
    name: "250 KB of JSON to small calls",
    run: async (target) => {
      const who = await target.as("manager");
      const body = `{"take":[${"1,".repeat(125_000)}1]}`;
      return Promise.all(
        ["/api/trip-tickets/search", "/api/jobs/search", "/api/leads"].map((path) =>
          send(target, path, { who, type: JSON_TYPE, body }),
        ),
      );
    },
  },
];
