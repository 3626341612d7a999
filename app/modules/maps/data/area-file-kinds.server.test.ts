import { describe, expect, it, test } from "vitest";
import { computeAcres } from "~/lib/geo/areas";
import { decodeAreasReport, encodeAreasReport, formatAreasReport } from "../rules/areas-report";
import { buildShp, buildZip, WGS84_PRJ, type XY } from "../testing/shapefile";
import { readAreas } from "./areas.server";

/** 651.38 acres near Grayling. */
const unit: XY[] = [
  [-84.83, 44.83],
  [-84.83, 44.845],
  [-84.81, 44.845],
  [-84.81, 44.83],
  [-84.83, 44.83],
];
const hole: XY[] = [
  [-84.824, 44.834],
  [-84.824, 44.838],
  [-84.82, 44.838],
  [-84.82, 44.834],
  [-84.824, 44.834],
];
const HOLE_ACRES = 34.74;
const geojson = (value: unknown) => Buffer.from(JSON.stringify(value));
const polygon = (...rings: (readonly XY[])[]) => ({ type: "Polygon", coordinates: rings });
const kml = (inside: string) =>
  `<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document>${inside}</Document></kml>`;
const kmlPolygon = (ring: readonly XY[]) =>
  `<Placemark><Polygon><outerBoundaryIs><LinearRing><coordinates>${ring.map((p) => p.join(",")).join(" ")}</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>`;
const gpx = (points: readonly XY[]) =>
  Buffer.from(
    `<?xml version="1.0"?><gpx version="1.1"><wpt lat="44.84" lon="-84.82"/><trk><trkseg>${points.map(([x, y]) => `<trkpt lat="${y}" lon="${x}"><ele>300</ele></trkpt>`).join("")}</trkseg></trk></gpx>`,
  );

function taken(bytes: Buffer, name = "file.zip") {
  const read = readAreas(bytes, name);
  if (!read.geom) throw new Error(read.message);
  return {
    acres: computeAcres(read.geom),
    geom: read.geom,
    report: read.report,
    says: formatAreasReport(read.report),
  };
}

/** A shapefile of one point. */
function pointShp([x, y]: XY): Buffer {
  const shp = Buffer.alloc(128);
  shp.writeInt32BE(9994, 0);
  shp.writeInt32BE(64, 24);
  shp.writeInt32LE(1000, 28);
  shp.writeInt32LE(1, 32);
  shp.writeInt32BE(1, 100);
  shp.writeInt32BE(10, 104);
  shp.writeInt32LE(1, 108);
  shp.writeDoubleLE(x, 112);
  shp.writeDoubleLE(y, 120);
  return shp;
}

/** Return the shapefile with a null record before its other records. */
function withNullRecord(shp: Buffer): Buffer {
  const record = Buffer.alloc(12);
  record.writeInt32BE(1, 0);
  record.writeInt32BE(2, 4);
  const whole = Buffer.concat([shp.subarray(0, 100), record, shp.subarray(100)]);
  whole.writeInt32BE(whole.length / 2, 24);
  return whole;
}

/** Return a walk around 80.3 acres with a GPS fix about every meter, each up to two meters off. */
function walk(seed: number): XY[] {
  let state = seed;
  const off = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return (state / 2_147_483_648 - 0.5) * 5e-5;
  };
  const corners: XY[] = [
    [-84.73, 44.66],
    [-84.72, 44.66],
    [-84.72, 44.6637],
    [-84.73, 44.6637],
  ];
  const line = corners.flatMap(([x, y], i): XY[] => {
    const [toX, toY] = corners[(i + 1) % 4] ?? [x, y];
    return Array.from({ length: 500 }, (_, n) => [
      x + ((toX - x) * n) / 500 + off(),
      y + ((toY - y) * n) / 500 + off(),
    ]);
  });
  return [...line, ...line.slice(0, 1)];
}

it("reads a hole as a hole, whichever way its ring is wound", () => {
  for (const inner of [hole, [...hole].reverse()]) {
    const read = taken(buildZip({ "u.shp": buildShp([[unit, inner]]), "u.prj": WGS84_PRJ }));
    expect(read.acres).toBeCloseTo(651.38 - HOLE_ACRES, 1);
    expect(read.geom.coordinates[0]).toHaveLength(2);
  }
});

it("reads an island in a hole as a separate area", () => {
  const island = hole.map(([x, y]): XY => [-84.822 + (x + 84.822) / 2, 44.836 + (y - 44.836) / 2]);
  const read = taken(buildZip({ "u.shp": buildShp([[unit, hole, island]]), "u.prj": WGS84_PRJ }));
  expect(read.geom.coordinates.map((rings) => rings.length)).toEqual([2, 1]);
  expect(read.acres).toBeCloseTo(651.38 - HOLE_ACRES * 0.75, 1);
});

it("skips null records of a shapefile", () => {
  const read = taken(buildZip({ "u.shp": withNullRecord(buildShp([[unit]])), "u.prj": WGS84_PRJ }));
  expect(read.acres).toBeCloseTo(651.38, 1);
});

it("reads areas next to a layer of points, reports the points as left out, and offers them as landings", () => {
  const read = taken(
    buildZip({
      "landings.shp": pointShp([-84.82, 44.84]),
      "landings.prj": WGS84_PRJ,
      "unit.shp": buildShp([[unit]]),
      "unit.prj": WGS84_PRJ,
    }),
  );
  expect(read.acres).toBeCloseTo(651.38, 1);
  expect(read.says).toEqual(["1 point in the file isn't an area and was left out."]);
  expect(read.report.landings).toEqual([{ latitude: 44.84, longitude: -84.82 }]);
});

describe("a boundary that was walked with a phone", () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8])("repairs walk %i, and reports its acres before and after", (seed) => {
    const read = taken(geojson(polygon(walk(seed))), "walk.geojson");
    expect(read.acres).toBeGreaterThan(79.5);
    expect(read.acres).toBeLessThan(81.5);
    expect(read.report.repair?.after).toBeCloseTo(read.report.repair?.before ?? 0, 0);
    expect(read.says[0]).toMatch(/^The line of 1 area crossed itself and was repaired: 8\d\.\d acres before/);
  });

  it("refuses a walked boundary if the repair would change its acres by more than a tenth", () => {
    const [a, b, c, d] = unit;
    const message = readAreas(geojson(polygon([a, c, b, d, a].flatMap((p) => (p ? [p] : [])))), "x").message;
    expect(message).toMatch(/area 1 crosses itself, and repairing it would make 325\.\d of its 0\.0 acres/);
  });
});

it("counts a duplicate area once, and land shared by two areas once", () => {
  const twice = taken(geojson({ type: "GeometryCollection", geometries: [polygon(unit), polygon(unit)] }));
  expect([twice.acres.toFixed(1), twice.says]).toEqual([
    "651.4",
    ["1 area was in the file twice and counted once."],
  ]);
  const half = unit.map(([x, y]): XY => [x + 0.01, y]);
  const both = taken(geojson({ type: "GeometryCollection", geometries: [polygon(unit), polygon(half)] }));
  expect(both.acres).toBeCloseTo(651.38 * 1.5, 0);
  expect(both.says).toEqual(["1 area overlapped another. The shared land counts once."]);
});

describe("KML and GPX", () => {
  it("ignores shapes in an XML comment", () => {
    const far = unit.map(([x, y]): XY => [x + 4, y]);
    const read = taken(Buffer.from(kml(`<!-- ${kmlPolygon(far)} -->${kmlPolygon(unit)}`)), "a.kml");
    expect(read.acres).toBeCloseTo(651.38, 1);
  });

  test.each([
    ["UTF-16 with its mark", Buffer.from(`\uFEFF${kml(kmlPolygon(unit))}`, "utf16le")],
    ["UTF-16, big end first", Buffer.from(`\uFEFF${kml(kmlPolygon(unit))}`, "utf16le").swap16()],
    ["UTF-16 without its mark", Buffer.from(kml(kmlPolygon(unit)), "utf16le")],
  ])("reads %s", (_, bytes) => {
    expect(taken(bytes, "a.kml").acres).toBeCloseTo(651.38, 1);
  });

  it("reads a track that returns to its start as an area, and waypoints as points", () => {
    const read = taken(gpx(unit.slice(0, -1).concat([[-84.8295, 44.8301]])), "walk.gpx");
    expect(read.acres).toBeGreaterThan(640);
    expect(read.report.landings).toEqual([{ latitude: 44.84, longitude: -84.82 }]);
  });

  it("refuses a track that doesn't return to its start", () => {
    expect(readAreas(gpx(unit.slice(0, 3)), "way.gpx").message).toMatch(/points or lines, not areas/);
  });
});

describe("Esri JSON and coordinate systems", () => {
  const esri = (wkid: number, rings: readonly (readonly XY[])[]) =>
    geojson({
      geometryType: "esriGeometryPolygon",
      spatialReference: { wkid },
      features: [{ attributes: {}, geometry: { rings } }],
    });
  it("reads Esri JSON with its holes", () => {
    expect(taken(esri(4326, [unit, hole]), "a.json").acres).toBeCloseTo(651.38 - HOLE_ACRES, 1);
  });
  it("converts Web Mercator to degrees", () => {
    const meters = (degrees: number) => (degrees * Math.PI * 6_378_137) / 180;
    const north = (latitude: number) =>
      6_378_137 * Math.log(Math.tan(Math.PI / 4 + (latitude * Math.PI) / 360));
    const ring = unit.map(([x, y]): XY => [meters(x), north(y)]);
    expect(taken(esri(102100, [ring]), "a.json").acres).toBeCloseTo(651.38, 1);
  });
  it("names an unsupported coordinate system in the error message", () => {
    expect(readAreas(esri(4267, [unit]), "a.json").message).toMatch(
      /coordinate system 4267; save it as WGS 84/,
    );
    const crs = { type: "name", properties: { name: "urn:ogc:def:crs:EPSG::2253" } };
    expect(readAreas(geojson({ ...polygon(unit), crs }), "a.geojson").message).toMatch(/EPSG::2253; save it/);
  });

  const nad27 =
    'GEOGCS["GCS_North_American_1927",DATUM["D_North_American_1927",SPHEROID["Clarke_1866",6378206.4,294.9786982]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]';
  it("refuses a datum that needs a grid shift, and names the datum", () => {
    expect(readAreas(buildZip({ "u.shp": buildShp([[unit]]), "u.prj": nad27 }), "u.zip").message).toBe(
      "We couldn't read this file: its coordinates are on the NAD27 datum, which would put them up to 100 meters off; save it as WGS 84 or NAD83.",
    );
  });
  it("reports that a shapefile without .prj was read as WGS 84", () => {
    expect(taken(buildZip({ "u.shp": buildShp([[unit]]) })).says).toEqual([
      "The file doesn't name its coordinate system (.prj). It was read as WGS 84; check it on the map.",
    ]);
  });
  it("reads a state plane in feet on NAD83", () => {
    const prj =
      'PROJCS["NAD_1983_StatePlane_Michigan_Central_FIPS_2112_Feet_Intl",GEOGCS["GCS_North_American_1983",DATUM["D_North_American_1983",SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Lambert_Conformal_Conic"],PARAMETER["False_Easting",19685039.3700787],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",-84.36666666666666],PARAMETER["Standard_Parallel_1",44.18333333333333],PARAMETER["Standard_Parallel_2",45.7],PARAMETER["Latitude_Of_Origin",43.31666666666667],UNIT["Foot",0.3048]]';
    const square: XY[] = [
      [19_600_000, 500_000],
      [19_600_000, 501_320],
      [19_601_320, 501_320],
      [19_601_320, 500_000],
      [19_600_000, 500_000],
    ];
    const read = taken(buildZip({ "u.shp": buildShp([[square]]), "u.prj": prj }));
    expect(read.acres).toBeCloseTo(40, 0);
    const [[x, y] = []] = read.geom.coordinates[0]?.[0] ?? [];
    expect([x?.toFixed(1), y?.toFixed(1)]).toEqual(["-84.7", "44.7"]);
  });
});

it("reads every layer of an archive, in folders with equal file names and in other formats", () => {
  const moved = (ring: readonly XY[], east: number) => ring.map(([x, y]): XY => [x + east, y]);
  const read = taken(
    buildZip({
      "north/units.shp": buildShp([[unit]]),
      "north/units.prj": WGS84_PRJ,
      "south/units.shp": buildShp([[moved(unit, 0.1)]]),
      "south/units.prj": WGS84_PRJ,
      "more/units.kml": kml(kmlPolygon(moved(unit, 0.2))),
    }),
  );
  expect(read.geom.coordinates).toHaveLength(3);
  expect(read.says).toEqual([]);
});

it("reads a .kmz", () => {
  expect(taken(buildZip({ "doc.kml": kml(kmlPolygon(unit)) }), "a.kmz").acres).toBeCloseTo(651.38, 1);
});

it("passes the report on a file in a URL, and reads only numbers from it", () => {
  const { report } = taken(
    buildZip({ "u.shp": buildShp([[unit]]), "points.shp": pointShp([-84.82, 44.84]) }),
  );
  expect(decodeAreasReport(encodeAreasReport(report))).toEqual(report);
  expect(encodeAreasReport(taken(geojson(polygon(unit))).report)).toBe("");
  for (const text of [null, "", "words", "1,2,3|44.840000,-84.820000", "0,0,0,0,0,0,1,<b>|"])
    expect(decodeAreasReport(text)).toBeNull();
});
