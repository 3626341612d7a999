import { expect, it, test } from "vitest";
import { formatCoordinates, parseCoordinates } from "./coordinates";

const grayling = { latitude: 44.661389, longitude: -84.714722 };

test.each([
  "44.661389, -84.714722",
  "44.661389 -84.714722",
  " (44.661389; -84.714722) ",
  "44.661389N 84.714722W",
  "N44.661389 W84.714722",
  "44.661389° N, 84.714722° W",
  "W 84.714722, N 44.661389",
  "44°39'41\"N 84°42'53\"W",
  "44° 39′ 41″ N, 84° 42′ 53″ W",
  "44 39 41, -84 42 53",
  "44 39 41 -84 42 53",
  "44 39.68333 N 84 42.88333 W",
  "N 44° 39.68333' W 84° 42.88333'",
  "44d39'41\"n, 84d42'53\"w",
])("%s is parsed as Grayling's coordinates", (text) => {
  const point = parseCoordinates(text);
  expect(point?.latitude).toBeCloseTo(grayling.latitude, 5);
  expect(point?.longitude).toBeCloseTo(grayling.longitude, 5);
});

test.each([
  "",
  "44.66",
  "Grayling",
  "91, 0",
  "0, 181",
  "44.66, -84.71, 300",
  "44 60 00 N, 84 00 00 W",
  "44.5 30 N, 84 W",
  "-44.66N, 84.71W",
  "44.66N, 84.71N",
  "44.66E 84.71W",
  "1e2, 3",
  "NaN, NaN",
  "0x10, 5",
])("rejects %s as coordinates", (text) => {
  expect(parseCoordinates(text)).toBeNull();
});

it("parses all coordinates that it formats", () => {
  let seed = 3;
  const next = () => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  for (let i = 0; i < 2000; i++) {
    const latitude = Math.round((next() * 180 - 90) * 1e6) / 1e6;
    const longitude = Math.round((next() * 360 - 180) * 1e6) / 1e6;
    expect(parseCoordinates(formatCoordinates({ latitude, longitude }))).toEqual({
      latitude: latitude + 0,
      longitude: longitude + 0,
    });
  }
});

it("returns valid coordinates or null for any text", () => {
  const signs = `0123456789.,;- NSEWnsewd°'"′″\t(){}<>/\\`;
  let seed = 11;
  for (let i = 0; i < 5000; i++) {
    let text = "";
    for (let n = 0; n < i % 24; n++) {
      seed = (seed * 16_807) % 2_147_483_647;
      text += signs[seed % signs.length];
    }
    const point = parseCoordinates(text);
    if (point) expect(Math.abs(point.latitude) <= 90 && Math.abs(point.longitude) <= 180).toBe(true);
  }
});
