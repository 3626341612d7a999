import { expect, test } from "vitest";
import { buildDirectionsUrl, buildGeoUri } from "./directions";

test("builds links to a position for Google Maps and for the device's map app", () => {
  expect(buildDirectionsUrl("44.8361, -84.8203")).toBe(
    "https://www.google.com/maps/dir/?api=1&destination=44.8361%2C-84.8203",
  );
  expect(buildGeoUri("44.8361, -84.8203", "Mill #2 & yard")).toBe(
    "geo:44.8361,-84.8203?q=44.8361,-84.8203(Mill%20%232%20%26%20yard)",
  );
});
