import { describe, expect, it, test } from "vitest";
import { computeAcres } from "~/lib/geo/areas";
import { buildPinFieldName, MAP_SIZE, type View } from "~/lib/geo/view";
import { applyEditorAction, readEditorAction } from "~/modules/maps/rules/editor-acts";
import {
  type EditorFields,
  LOCATION_METHODS,
  MAX_POINTS,
  NO_PIN_MESSAGE,
  NO_SHAPE_MESSAGE,
  parseAreas,
  parseGeometry,
  readEditorFields,
  readLocation,
  TOO_FEW_POINTS_MESSAGE,
  toEditorFields,
  toJobLocation,
  validateJobGeometry,
} from "./location";

const drawn = (areas: string, geom = ""): EditorFields => ({ method: "draw", coordinates: "", areas, geom });
const pinned = (coordinates: string): EditorFields => ({ method: "pin", coordinates, areas: "", geom: "" });
const forty = "44.66, -84.72\n44.66, -84.715\n44.6636, -84.715\n44.6636, -84.72";
const other = "44.67, -84.72\n44.67, -84.715\n44.6736, -84.715";

it("offers five methods of entering a location", () => {
  expect(LOCATION_METHODS.map((m) => m.label)).toEqual([
    "Single Coordinate / Drop Pin",
    "Draw Shape",
    "Upload PDF",
    "Import Shapefile",
    "Skip",
  ]);
});

describe("a typed location", () => {
  it("a typed location is a pin if the method is pin", () => {
    expect(readLocation(pinned("44.70, -84.55")).location).toEqual({
      latitude: 44.7,
      longitude: -84.55,
      geom: null,
    });
  });
  it("accepts several areas separated by blank lines, with the job's point inside the largest", () => {
    const { location } = readLocation(drawn(`${forty}\n\n${other}`));
    expect(location?.geom?.coordinates).toHaveLength(2);
    expect(location?.latitude).toBeGreaterThan(44.66);
    expect(location?.latitude).toBeLessThan(44.6636);
    expect(location?.geom && computeAcres(location.geom)).toBeGreaterThan(55);
  });
  it("accepts an area whose first corner is repeated at the end", () => {
    expect(readLocation(drawn(`${forty}\n44.66, -84.72\n`)).location).toEqual(
      readLocation(drawn(forty)).location,
    );
  });
  test.each<[string, EditorFields, string | RegExp]>([
    ["no pin", pinned(" "), NO_PIN_MESSAGE],
    ["words for a pin", pinned("by the old mill"), /^Write the place like/],
    ["no shape", drawn(" \n "), NO_SHAPE_MESSAGE],
    ["two points", drawn("44, -84\n45, -84"), TOO_FEW_POINTS_MESSAGE],
    ["the same point thrice", drawn("44, -84\n44, -84\n44, -84"), TOO_FEW_POINTS_MESSAGE],
    ["a second area of two points", drawn(`${forty}\n\n44, -84\n45, -84`), TOO_FEW_POINTS_MESSAGE],
    ["a line that isn't a place", drawn(`${forty}\nand so on`), /^Line 5 isn.t a place/],
    ["a bow tie", drawn("44, -84\n45, -83\n45, -84\n44, -83"), /^Area 1 crosses itself/],
    [
      "too many points",
      drawn(Array.from({ length: MAX_POINTS + 1 }, (_, i) => `44.${1000 + i}, -84`).join("\n")),
      /^There are 1,001 points/,
    ],
  ])("%s is refused", (_, fields, message) => {
    const { errors } = readLocation(fields);
    expect(errors && (errors.coordinates ?? errors.areas)?.[0]).toEqual(
      typeof message === "string" ? message : expect.stringMatching(message),
    );
  });
  test.each(["pdf", "skip"] as const)("returns an empty location for the method %s", (method) => {
    expect(readLocation({ ...pinned("44, -84"), method }).location).toEqual({
      latitude: null,
      longitude: null,
      geom: null,
    });
  });
});

it("keeps the holes of the shown areas until an area is changed", () => {
  const geom = {
    type: "MultiPolygon" as const,
    coordinates: [
      [
        [
          [-84.72, 44.66],
          [-84.71, 44.66],
          [-84.71, 44.67],
          [-84.72, 44.67],
          [-84.72, 44.66],
        ],
        [
          [-84.718, 44.662],
          [-84.718, 44.664],
          [-84.716, 44.664],
          [-84.716, 44.662],
          [-84.718, 44.662],
        ],
      ],
      [
        [
          [-84.7, 44.66],
          [-84.69, 44.66],
          [-84.69, 44.67],
          [-84.7, 44.66],
        ],
      ],
    ],
  };
  const fields = toEditorFields(toJobLocation(geom));
  expect(readLocation(fields).location?.geom).toEqual(geom);
  const changed = {
    ...fields,
    areas: fields.areas.replace("44.670000, -84.710000", "44.671000, -84.710000"),
  };
  expect(readLocation(changed).location?.geom?.coordinates[0]).toHaveLength(1);
  expect(validateJobGeometry(geom).problems).toEqual([]);
});

test.each([
  "",
  "{",
  "null",
  "[]",
  '{"type":"Point","coordinates":[1,2]}',
  '{"type":"Polygon","coordinates":[]}',
  '{"type":"Polygon","coordinates":[[[500,1],[1,2],[2,2],[500,1]]]}',
  '{"type":"Polygon","coordinates":[[["a",1],[1,2],[2,2],[3,3]]]}',
])("rejects %s as GeoJSON areas", (text) => {
  expect(parseGeometry(text)).toBeNull();
});

describe("editing without a script", () => {
  const near: View = { latitude: 44.66, longitude: -84.71, zoom: 14 };
  const click = (fields: EditorFields, [x, y]: [number, number], view = near) => {
    const form = new FormData();
    form.set("location_method", fields.method);
    form.set("coordinates", fields.coordinates);
    form.set("areas", fields.areas);
    form.set(`${buildPinFieldName(view)}.x`, String(x));
    form.set(`${buildPinFieldName(view)}.y`, String(y));
    const act = readEditorAction(form);
    if (!act) throw new Error("no act");
    return applyEditorAction(readEditorFields(form), act, view);
  };
  const press = (fields: EditorFields, act: "undo" | "close" | "new" | "delete") =>
    applyEditorAction(fields, { kind: act }, near).fields;

  it("sets a pin in three clicks starting at zoom 8", () => {
    let state = { fields: pinned(""), view: { latitude: 44.7, longitude: -84.6, zoom: 8 } as View | null };
    for (let i = 0; i < 3; i++) state = click(state.fields, [170, 150], state.view ?? near);
    expect(state.view?.zoom).toBe(14);
    expect(readLocation(state.fields).location?.latitude).toBeCloseTo(44.7, 0);
  });

  it("draws an area by clicks, undoes a point, closes it, and starts another", () => {
    let fields = drawn("");
    for (const target of [
      [40, 40],
      [200, 40],
      [200, 200],
    ] as [number, number][])
      fields = click(fields, target).fields;
    expect(parseAreas(fields.areas).areas).toMatchObject([{ points: { length: 3 }, isClosed: false }]);
    fields = press(fields, "undo");
    expect(parseAreas(fields.areas).areas[0]?.points).toHaveLength(2);
    for (const at of [
      [200, 210],
      [40, 200],
    ] as [number, number][])
      fields = click(fields, at).fields;
    // A click on the first point closes the area.
    fields = click(fields, [42, 43]).fields;
    expect(parseAreas(fields.areas).areas).toMatchObject([{ points: { length: 4 }, isClosed: true }]);
    fields = click(fields, [220, 40]).fields;
    expect(parseAreas(fields.areas).areas).toHaveLength(2);
    fields = press(fields, "delete");
    expect(parseAreas(fields.areas).areas).toHaveLength(1);
    for (const at of [
      [220, 40],
      [300, 40],
      [300, 90],
    ] as [number, number][])
      fields = click(fields, at).fields;
    expect(parseAreas(press(fields, "close").areas).areas.map((a) => a.isClosed)).toEqual([true, true]);
    fields = click(press(fields, "new"), [220, 250]).fields;
    expect(parseAreas(fields.areas).areas).toHaveLength(3);
    expect(readLocation(press(fields, "undo")).location?.geom?.coordinates).toHaveLength(2);
  });

  it("a click when zoomed out only zooms in and draws nothing", () => {
    const { fields, view } = click(drawn(forty), [100, 100], { ...near, zoom: 9 });
    expect(fields.areas).toBe(forty);
    expect(view?.zoom).toBe(12);
  });

  it("a form without an editor action is saved; Enter on the map saves nothing", () => {
    expect(
      readEditorAction([
        ["coordinates", "44, -84"],
        ["act", "drop table"],
      ]),
    ).toBeNull();
    expect(
      readEditorAction([
        [`${buildPinFieldName(near)}.x`, "0"],
        [`${buildPinFieldName(near)}.y`, "0"],
      ]),
    ).toEqual({ kind: "show" });
    expect(readEditorAction([["look", "44,-84,9"]])).toEqual({
      kind: "look",
      view: { latitude: 44, longitude: -84, zoom: 9 },
    });
  });

  it("returns either a location or an error message for any input", () => {
    const acts = ["undo", "close", "new", "delete"] as const;
    let seed = 5;
    const next = (below: number) => {
      seed = (seed * 16_807) % 2_147_483_647;
      return seed % below;
    };
    let fields = drawn("");
    for (let i = 0; i < 3000; i++) {
      const act = acts[next(12)];
      if (act) fields = press(fields, act);
      else if (next(20) === 0)
        fields = { ...fields, areas: `${fields.areas}${["x", "\r\n", "\n \n", "91, 0"][next(4)]}` };
      else fields = click(fields, [1 + next(MAP_SIZE.width - 1), next(MAP_SIZE.height)]).fields;
      const { location, errors } = readLocation(fields);
      expect(Boolean(location) !== Boolean(errors?.areas?.length)).toBe(true);
      if (next(60) === 0) fields = drawn("");
    }
  });
});

test("a click sets a pin only from zoom 12; below that it zooms in", () => {
  const fields = { method: "pin" as const, coordinates: "", areas: "", geom: "" };
  const target = { latitude: 44.7, longitude: -84.7 };
  const clicked = (zoom: number) =>
    applyEditorAction(fields, { kind: "click", at: target, view: { ...target, zoom } }, null);
  for (const zoom of [4, 7, 11])
    expect(clicked(zoom)).toEqual({ fields, view: { ...target, zoom: Math.min(zoom + 3, 15) } });
  expect(clicked(12).fields.coordinates).toBe("44.700000, -84.700000");
});
