import { expect, test } from "vitest";
import { parsePlace } from "./place-text";

test.each([
  ["44.66, -84.71"],
  ["geo:44.66,-84.71"],
  ["geo:44.66,-84.71;u=35"],
  ["https://www.google.com/maps/@44.66,-84.71,15z"],
  ["https://www.google.com/maps/place/Somewhere/@44.7,-84.9,15z/data=!3m1!4b1!4m4!3m3!8m2!3d44.66!4d-84.71"],
  ["https://maps.google.com/?q=44.66,-84.71"],
  ["https://www.google.com/maps/search/?api=1&query=44.66%2C-84.71"],
  ["https://www.google.com/maps/place/44.66,-84.71"],
  ["https://maps.apple.com/?ll=44.66,-84.71&q=Landing"],
  ["https://maps.apple.com/place?coordinate=44.66,-84.71&name=Landing"],
])("%s is parsed as a position", (text) => {
  expect(parsePlace(text)).toEqual({ latitude: 44.66, longitude: -84.71 });
});

test.each([
  ["16T 681541 4947746", 44.66, -84.71],
  ["UTM zone 16 681541 mE, 4947746 mN", 44.66, -84.71],
  ["8FVC9G8F+6X", 47.3656, 8.5249],
  ["8fvc9g8f+6x", 47.3656, 8.5249],
])("%s is parsed to within a hundredth of a degree", (text, latitude, longitude) => {
  const place = parsePlace(text);
  expect(place?.latitude).toBeCloseTo(latitude, 2);
  expect(place?.longitude).toBeCloseTo(longitude, 2);
});

test.each([
  "26N 3W",
  "https://maps.app.goo.gl/abcdef",
  "https://example.com/?q=44.66,-84.71",
  "geo:200,1",
  "61T 681541 4947746",
  "M75R+XX",
  "Grayling",
])("rejects %s as a position", (text) => {
  expect(parsePlace(text)).toBeNull();
});
