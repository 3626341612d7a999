import { expect, it } from "vitest";
import { formatPosition } from "~/lib/geo/device-position";
import { getPersonPlace } from "./place.server";

const at = (cookie: string) =>
  getPersonPlace(
    new Request("http://localhost/", { headers: { Cookie: `tt_zone=x; ${cookie}` } }),
    "America/Detroit",
  );

it("reads a person's position to a kilometer from their browser's cookie", () => {
  for (const place of [
    { latitude: 44.6614, longitude: -84.7148 },
    { latitude: -0.004, longitude: 179.999 },
  ]) {
    const match = at(`tt_place=${encodeURIComponent(formatPosition(place))}`);
    expect(match?.latitude).toBeCloseTo(place.latitude, 1);
    expect(match?.longitude).toBeCloseTo(place.longitude, 1);
    expect(at(`tt_place=${formatPosition(place)}`)).toEqual(match);
  }
  expect(at("tt_place=44.66,-84.71")).toEqual({
    name: "Where you are",
    latitude: 44.66,
    longitude: -84.71,
    zone: "America/Detroit",
  });
});

it("rejects any other cookie value", () => {
  for (const spoiled of [
    "",
    "44.66",
    "44.66,-184.71",
    "91.00,10.00",
    "44.6614,-84.7148",
    "a,b",
    "44.66,-84.71;x",
    "%E0%A4%A",
  ])
    expect([spoiled, at(`tt_place=${spoiled}`)]).toEqual([
      spoiled,
      spoiled === "44.66,-84.71;x" ? expect.anything() : null,
    ]);
});
