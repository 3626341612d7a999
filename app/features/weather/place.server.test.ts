import { expect, it } from "vitest";
import { lastKnown, placeWords } from "~/behaviors/weather";
import { personsPlace } from "./place.server";

const at = (cookie: string) =>
  personsPlace(
    new Request("http://localhost/", { headers: { Cookie: `tt_zone=x; ${cookie}` } }),
    "America/Detroit",
  );

it("knows where a person is to a kilometer, as their browser says it", () => {
  for (const place of [
    { latitude: 44.6614, longitude: -84.7148 },
    { latitude: -0.004, longitude: 179.999 },
  ]) {
    const found = at(`tt_place=${encodeURIComponent(placeWords(place))}`);
    expect(found?.latitude).toBeCloseTo(place.latitude, 1);
    expect(found?.longitude).toBeCloseTo(place.longitude, 1);
    expect(at(`tt_place=${placeWords(place)}`)).toEqual(found);
  }
  expect(at("tt_place=44.66,-84.71")).toEqual({
    name: "Where you are",
    latitude: 44.66,
    longitude: -84.71,
    zone: "America/Detroit",
  });
});

it("takes nothing else for a place", () => {
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

it("uses a place for an hour, and nothing that isn't one", () => {
  const kept = { latitude: 44.66, longitude: -84.71, accuracy: 20, source: "device", at: 10_000_000 };
  const { latitude, longitude, accuracy } = kept;
  expect(lastKnown(kept.at + 3_599_999, kept)).toEqual({ latitude, longitude, accuracy });
  expect(lastKnown(kept.at + 3_600_000, kept)).toBeNull();
  // From a clock that was put back.
  expect(lastKnown(kept.at - 1, kept)).toBeNull();
  for (const spoiled of [{}, { ...kept, latitude: "44" }, { ...kept, at: null }])
    expect(lastKnown(kept.at, spoiled)).toBeNull();
});
