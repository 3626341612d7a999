import { describe, expect, it, test } from "vitest";
import { computeMilesBetween } from "./geo";
import {
  buildPinFieldName,
  fitView,
  formatView,
  getViewBox,
  MAP_SIZE,
  MAX_ZOOM,
  moveView,
  parseDegrees,
  parseView,
  readClick,
  readMapState,
  START_VIEW,
  toPixel,
  toPoint,
  zoomIn,
  zoomView,
} from "./view";

const grayling = { latitude: 44.6614, longitude: -84.7148 };
const query = (text: string) => new URLSearchParams(text);

describe("a pixel and a point on the map", () => {
  test.each([2, 5, 9, 15])("pixels and points convert to each other and back at zoom %i", (zoom) => {
    const view = { ...grayling, zoom };
    for (const pixel of [
      [0, 0],
      [160, 160],
      [319, 12],
      [7.5, 300.5],
    ] as const) {
      const back = toPixel(toPoint(pixel, view), view);
      expect(Math.hypot(back[0] - pixel[0], back[1] - pixel[1])).toBeLessThan(0.1);
    }
  });

  it("neighboring pixels are less than eight feet apart at the maximum zoom", () => {
    const view = { ...grayling, zoom: MAX_ZOOM };
    const miles = computeMilesBetween(toPoint([320, 240], view), toPoint([321, 240], view));
    expect(miles * 5280).toBeLessThan(8);
  });

  it("north is up and east is right on the image", () => {
    const view = { ...grayling, zoom: 9 };
    expect(toPoint([320, 10], view).latitude).toBeGreaterThan(grayling.latitude);
    expect(toPoint([600, 240], view).longitude).toBeGreaterThan(grayling.longitude);
    const box = getViewBox(view);
    expect(box.min_latitude).toBeLessThan(box.max_latitude);
    expect(box.min_longitude).toBeLessThan(box.max_longitude);
  });
});

test("an empty map starts in the middle of the country", () => {
  expect(formatView(START_VIEW)).toBe("39.8283,-98.5795,5");
});

test("parses a formatted view, rounded to a millionth of a degree", () => {
  const view = { latitude: 44.123456789012, longitude: -85.000000000001, zoom: 5 };
  expect(parseView(formatView(view))).toEqual({ latitude: 44.123457, longitude: -85, zoom: 5 });
});

test("fitView shows every point with a margin at the closest zoom", () => {
  expect(fitView([])).toBeNull();
  expect(fitView([grayling])?.zoom).toBe(12);
  const places = [grayling, { latitude: 46.35, longitude: -85.5 }];
  const view = fitView(places);
  expect(view).not.toBeNull();
  // A phone shows the middle 328 pixels of the image.
  for (const place of places) {
    const [x, y] = toPixel(place, view ?? START_VIEW);
    expect(Math.abs(x - MAP_SIZE.width / 2)).toBeLessThan(164 - 24);
    expect(Math.abs(y - MAP_SIZE.height / 2)).toBeLessThan(MAP_SIZE.height / 2 - 24);
  }
});

test("moving the view shows the area beyond the edge, and moving back returns to the start", () => {
  const view = { ...grayling, zoom: 9 };
  const east = moveView(view, 0.5, 0);
  expect(getViewBox(east).min_longitude).toBeCloseTo(view.longitude, 3);
  expect(moveView(east, -0.5, 0).longitude).toBeCloseTo(view.longitude, 3);
  expect(moveView(view, 0, -0.5).latitude).toBeGreaterThan(view.latitude);
  for (let i = 0, north = view; i < 9; i++) {
    north = moveView({ ...north, zoom: 2 }, 0, -0.5);
    expect(parseView(formatView(north))).not.toBeNull();
  }
});

test("zooming in stops at zoom 15 and zooming out at zoom 2", () => {
  let view = START_VIEW;
  for (let i = 0; i < 9; i++) view = zoomIn(view, grayling);
  expect(view).toEqual({ ...grayling, zoom: 15 });
  for (let i = 0; i < 20; i++) view = zoomView(view, -2);
  expect(view.zoom).toBe(2);
});

test.each([
  ["44.6,-84.7,9", true],
  ["44.6,-84.7,99", true],
  ["91,0,5", false],
  ["0,181,5", false],
  ["44.6,-84.7", false],
  ["44.6,-84.7,9,1", false],
  ["44.6,-84.7,9.5", false],
  ["NaN,0,5", false],
  ["1e1,0,5", false],
  ["", false],
])("%s is parsed as a view: %s", (text, is) => expect(parseView(text) !== null).toBe(is));

test.each([
  ["44.6", 90, 44.6],
  [" -84.7 ", 180, -84.7],
  ["-181", 180, null],
  ["91", 90, null],
  ["1e2", 180, null],
  ["twelve", 90, null],
  ["", 90, null],
] as const)("parses %s, within %i degrees, as %s", (text, most, value) =>
  expect(parseDegrees(text, most)).toBe(value),
);

describe("map form query", () => {
  const nameAt = (zoom: number) => buildPinFieldName({ ...grayling, zoom });
  const clicked = (x: string, y: string, zoom = 9, name = nameAt(zoom)) =>
    query(`${encodeURIComponent(`${name}.x`)}=${x}&${encodeURIComponent(`${name}.y`)}=${y}`);

  it("zooms in on a click on a zoomed-out map, and sets the pin on a click at zoom 12", () => {
    const far = readMapState(clicked("319", "240"), START_VIEW);
    expect(far.pin).toBeNull();
    expect(computeMilesBetween(far.view, grayling)).toBeLessThan(0.1);
    expect(far.view.zoom).toBe(12);
    const { pin, view } = readMapState(clicked("319", "240", 12), START_VIEW);
    expect(computeMilesBetween(pin ?? START_VIEW, grayling)).toBeLessThan(0.1);
    expect(view).toEqual({ ...pin, zoom: 15 });
    const typed = new URLSearchParams([...clicked("9", "9"), ...query("latitude=46.5&longitude=-87.4")]);
    expect(readMapState(typed, START_VIEW).pin).toEqual({ latitude: 46.5, longitude: -87.4 });
  });

  test.each([
    ["0", "0"],
    ["640", "5"],
    ["-1", "5"],
    ["1.5", "5"],
    ["x", "5"],
  ])("%s,%s is rejected as a click", (x, y) => {
    expect(readClick(clicked(x, y))).toBeNull();
    expect(readClick(new URLSearchParams({ pin_at: "44.7,-84.5,13" }))).toEqual({
      at: { latitude: 44.7, longitude: -84.5 },
      view: { latitude: 44.7, longitude: -84.5, zoom: 13 },
    });
    expect(readClick(new URLSearchParams({ pin_at: "here" }))).toBeNull();
    expect(readMapState(clicked(x, y), START_VIEW)).toEqual({ pin: null, view: START_VIEW });
  });

  it("uses the clicked point instead of the typed one, and the typed point if there is no click", () => {
    const typed = "latitude=46.5&longitude=-87.4";
    expect(readMapState(query(typed), START_VIEW)).toEqual({
      pin: { latitude: 46.5, longitude: -87.4 },
      view: { latitude: 46.5, longitude: -87.4, zoom: 13 },
    });
    const both = new URLSearchParams([...clicked("319", "240", 12), ...query(typed)]);
    expect(readMapState(both, START_VIEW).pin?.latitude).toBeCloseTo(grayling.latitude, 2);
    expect(readMapState(query(`${typed}&look=40,-90,7`), START_VIEW).view).toEqual({
      latitude: 40,
      longitude: -90,
      zoom: 7,
    });
  });

  it("ignores a point with only one valid coordinate", () => {
    expect(readMapState(query("latitude=46.5&longitude=here"), START_VIEW)).toEqual({
      pin: null,
      view: START_VIEW,
    });
  });
});
