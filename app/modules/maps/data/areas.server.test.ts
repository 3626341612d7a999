import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it, test, vi } from "vitest";
import { catchError } from "#db/testing/acting";
import { computeAcres, getOuterRings } from "~/lib/geo/areas";
import { MAX_POINTS } from "~/lib/geo/location";
import type { TaskLimits } from "~/sandbox/tasks";
import { buildDbf, buildShp, buildZip, UTM16_PRJ, WGS84_PRJ, type XY } from "../testing/shapefile";
import { readAreas } from "./areas.server";
import { readAreasInSandbox } from "./sent-areas.server";

vi.setConfig({ testTimeout: 90_000 });

/** Forty acres near Grayling, clockwise as in a shapefile. */
const forty: XY[] = [
  [-84.72, 44.66],
  [-84.72, 44.66362],
  [-84.71492, 44.66362],
  [-84.71492, 44.66],
  [-84.72, 44.66],
];
const moved = (ring: readonly XY[], east: number): XY[] => ring.map(([x, y]) => [x + east, y]);
const table = buildDbf([["NAME", 8]], [["North"], ["South"]]);
const shapefile = buildZip({
  "harvest/units.shp": buildShp([[forty], [moved(forty, 0.02)]]),
  "harvest/units.dbf": table,
  "harvest/units.prj": WGS84_PRJ,
});
const geojson = (geometry: unknown) =>
  Buffer.from(JSON.stringify({ type: "Feature", properties: {}, geometry }));
const refusal = (bytes: Buffer, name = "file.zip") => readAreas(bytes, name).message;

it("reads several areas of a zipped shapefile", () => {
  const read = readAreas(shapefile, "units.zip");
  expect(read).toMatchObject({ areas: 2, simplified: false, message: null });
  if (!read.geom) throw new Error("nothing read");
  expect(computeAcres(read.geom)).toBeCloseTo(80, 0);
  expect(getOuterRings(read.geom)[0]).toContainEqual({ latitude: 44.66362, longitude: -84.71492 });
  // Rings are closed, and counter-clockwise as GeoJSON requires.
  const ring = read.geom.coordinates[0]?.[0] ?? [];
  expect(ring[0]).toEqual(ring.at(-1));
});

it("converts a projected shapefile to degrees", () => {
  const square: XY[] = [
    [700_000, 4_950_000],
    [700_000, 4_950_400],
    [700_400, 4_950_400],
    [700_400, 4_950_000],
    [700_000, 4_950_000],
  ];
  const read = readAreas(buildZip({ "a.SHP": buildShp([[square]]), "a.PRJ": UTM16_PRJ }), "a.zip");
  const ring = getOuterRings(read.geom ?? { type: "MultiPolygon", coordinates: [] })[0] ?? [];
  expect(Math.min(...ring.map((p) => p.latitude))).toBeCloseTo(44.6755, 3);
  expect(Math.min(...ring.map((p) => p.longitude))).toBeCloseTo(-84.4766, 3);
  expect(computeAcres(read.geom ?? { type: "MultiPolygon", coordinates: [] })).toBeCloseTo(39.54, 1);
});

it("keeps a hole in an area", () => {
  const hole = moved(forty, 0)
    .map(([x, y]): XY => [-84.7174 + (x + 84.7174) / 3, 44.6618 + (y - 44.6618) / 3])
    .reverse();
  const read = readAreas(buildZip({ "u.shp": buildShp([[forty, hole]]), "u.prj": WGS84_PRJ }), "u.zip");
  expect(read.geom?.coordinates[0]).toHaveLength(2);
});

describe("GeoJSON and KML", () => {
  const ring = [...forty].reverse();
  test.each([
    ["a polygon", geojson({ type: "Polygon", coordinates: [ring] })],
    ["a bare geometry", Buffer.from(JSON.stringify({ type: "MultiPolygon", coordinates: [[ring]] }))],
    [
      "with a mark of byte order",
      Buffer.concat([Buffer.from("\uFEFF"), geojson({ type: "Polygon", coordinates: [ring] })]),
    ],
    ["with heights", geojson({ type: "Polygon", coordinates: [ring.map(([x, y]) => [x, y, 350])] })],
    [
      "KML",
      Buffer.from(
        `<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Placemark><Polygon><outerBoundaryIs><LinearRing><coordinates>${ring.map(([x, y]) => `${x},${y},0`).join("\n")}</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark></kml>`,
      ),
    ],
  ])("reads %s", (_, file) => {
    const read = readAreas(file, "a.geojson");
    expect(read.message).toBeNull();
    expect(read.geom && computeAcres(read.geom)).toBeCloseTo(40, 0);
  });
});

it("slightly simplifies a line of too many points", () => {
  const round = Array.from({ length: 5000 }, (_, i): XY => {
    const angle = (i / 5000) * 2 * Math.PI;
    return [-84.7 + 0.005 * Math.sin(angle), 44.66 + 0.004 * Math.cos(angle)];
  });
  const read = readAreas(geojson({ type: "Polygon", coordinates: [[...round, round[0]]] }), "a.json");
  expect(read).toMatchObject({ simplified: true, message: null });
  expect(read.geom?.coordinates[0]?.[0]?.length).toBeLessThanOrEqual(MAX_POINTS);
});

describe("error message for an unreadable file", () => {
  const bomb = buildZip({ "u.shp": Buffer.alloc(70 * 1024 * 1024) });
  const bowtie = [
    [-84.72, 44.66],
    [-84.71, 44.67],
    [-84.71, 44.66],
    [-84.72, 44.67],
    [-84.72, 44.66],
  ];
  test.each<[string, Buffer, RegExp]>([
    ["nothing", Buffer.alloc(0), /it is empty/],
    ["one byte", Buffer.from("P"), /isn't a zipped shapefile/],
    ["a cut archive", shapefile.subarray(0, 300), /cut off/],
    ["an archive of text", buildZip({ "readme.txt": "hello" }), /doesn't have a \.shp/],
    ["a zip bomb", bomb, /too large when unpacked/],
    ["a bare .shp", buildShp([[forty]]), /several parts/],
    [
      "a cut .shp",
      buildZip({ "u.shp": buildShp([[forty]]).subarray(0, 150), "u.prj": WGS84_PRJ }),
      /cut off/,
    ],
    ["text as .shp", buildZip({ "u.shp": "no shapes here".repeat(20) }), /isn't a shapefile/],
    [
      "an unknown projection",
      buildZip({ "u.shp": buildShp([[forty]]), "u.prj": 'PROJCS["Mars"]' }),
      /projection/,
    ],
    [
      "metres without a .prj",
      buildZip({ "u.shp": buildShp([[forty.map(([x, y]): XY => [x * 1e4, y * 1e4])]]) }),
      /no \.prj/,
    ],
    ["a PDF", Buffer.from("%PDF-1.7"), /isn't a zipped shapefile/],
    ["points", geojson({ type: "Point", coordinates: [-84, 44] }), /not areas/],
    ["broken JSON", Buffer.from('{"type":'), /GeoJSON in it is broken/],
    [
      "places off the earth",
      geojson({
        type: "Polygon",
        coordinates: [
          [
            [500, 1],
            [501, 1],
            [501, 2],
            [500, 1],
          ],
        ],
      }),
      /degrees/,
    ],
    [
      "words for numbers",
      geojson({
        type: "Polygon",
        coordinates: [
          [
            ["a", 1],
            [2, 1],
            [3, 2],
            ["a", 1],
          ],
        ],
      }),
      /degrees/,
    ],
    ["rings that aren't rings", geojson({ type: "Polygon", coordinates: "x" }), /\S/],
    [
      "an area that crosses itself",
      geojson({ type: "Polygon", coordinates: [bowtie] }),
      /area 1 crosses itself/,
    ],
    ["a KML with entities", Buffer.from('<!DOCTYPE k [<!ENTITY a "b">]><kml></kml>'), /document type/],
    ["an SVG", Buffer.from("<svg><script>alert(1)</script></svg>"), /isn't KML/],
  ])("%s", (_, file, why) => {
    const message = refusal(file);
    expect(message).toMatch(/^We couldn't read this file: .+\.$/);
    expect(message).toMatch(why);
  });

  it("reads or refuses a valid file with some bytes replaced or cut off, without any other error", () => {
    let seed = 7;
    const next = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed % below;
    };
    for (let i = 0; i < 400; i++) {
      const hurt = Buffer.from(shapefile);
      for (let n = 0; n <= next(4); n++) hurt[next(hurt.length)] = next(256);
      const read = readAreas(i % 5 ? hurt : hurt.subarray(0, next(hurt.length)), "units.zip");
      expect(read.message === null ? "read" : read.message).toMatch(
        /^(read|We couldn't read this file: .+)$/,
      );
    }
  });
});

it("reads the names of files in an archive but never uses them as paths", () => {
  const read = readAreas(
    buildZip({
      "../../etc/units.shp": buildShp([[forty]]),
      "..\\units.prj": WGS84_PRJ,
      "__MACOSX/._units.shp": "x",
    }),
    "../../../x.zip",
  );
  expect(read).toMatchObject({ areas: 1 });
});

describe("a file that is built to overload the server", () => {
  const folder = mkdtempSync(join(tmpdir(), "areas-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  let files = 0;
  /** Upload each file as another user, because a user whose file was stopped must wait a minute. */
  const sent = (bytes: Buffer, limits?: TaskLimits, account = `user:${files + 1}`) => {
    files += 1;
    const path = join(folder, String(files));
    writeFileSync(path, bytes);
    return readAreasInSandbox(path, "sent", account, limits);
  };
  const TOO_LONG = { geom: null, message: "We couldn't read this file: it takes too long." };

  const zigzag = (points: number) =>
    geojson({
      type: "Polygon",
      coordinates: [
        Array.from({ length: points }, (_, i) => {
          const off = (0.1 * (points - i)) / points + 0.001;
          return [-85 + (i * 2) / points, 44.66 + (i % 2 ? -off : off)];
        }),
      ],
    });
  let created: Buffer | undefined;
  const endless = () => {
    created ??= zigzag(300_000);
    return created;
  };
  /** Build one record whose table of parts refers to the same points again and again. */
  const backAndForth = (parts: number, points: number) => {
    const ring = Array.from({ length: points }, (_, i): XY => [-84.7 + i / 1e6, 44.6 + (i % 2) / 1e3]);
    const bytes = buildShp([[ring]]);
    const table = Buffer.alloc(4 * (parts - 1));
    for (let i = 0; i < parts - 1; i++) table.writeInt32LE(i % 2 ? 0 : points, 4 * i);
    const shp = Buffer.concat([bytes.subarray(0, 156), table, bytes.subarray(156)]);
    shp.writeInt32BE(shp.length / 2, 24);
    shp.writeInt32BE((shp.length - 108) / 2, 104);
    shp.writeInt32LE(parts, 144);
    return buildZip({ "u.shp": shp, "u.prj": WGS84_PRJ });
  };

  it("stops reading a file that takes too long, while the server keeps responding", async () => {
    let turns = 0;
    const others = setInterval(() => turns++, 5);
    const read = await sent(endless(), { ms: 700, heap: 256, megabytes: 500 });
    clearInterval(others);
    expect(read).toEqual(TOO_LONG);
    // Reading the file in this process would have blocked the event loop. The number of turns depends on the machine.
    expect(turns).toBeGreaterThan(5);
  });

  it("stops reading a file that takes too much memory", async () => {
    const nested = Buffer.from(`{"coordinates":[${"[],".repeat(3_000_000)}[]]}`);
    const message = "We couldn't read this file: it takes too much memory.";
    expect(await sent(nested, { ms: 20_000, heap: 64, megabytes: 500 })).toEqual({ geom: null, message });
    expect(await sent(nested, { ms: 20_000, heap: 2_000, megabytes: 150 })).toEqual({ geom: null, message });
  });

  test("refuses a shapefile whose parts repeat the same points, and gives the reason", async () => {
    const read = await sent(backAndForth(200_000, 5_000));
    expect(read.message).toBe("We couldn't read this file: the .shp in it is broken.");
  });

  test("refuses a KML of tags that are never closed, and gives the reason", async () => {
    const read = await sent(Buffer.from(`<kml >${"<Polygon ".repeat(1_000_000)}`));
    expect(read.message).toBe("We couldn't read this file: it is empty.");
  });

  test("slow files of one account don't delay other accounts, and make that account wait for a minute", async () => {
    const slow = { ms: 1_500, heap: 256, megabytes: 500 };
    const ended: string[] = [];
    const hostile = Promise.allSettled(
      Array.from({ length: 3 }, () =>
        sent(endless(), slow, "user:hostile").finally(() => ended.push("theirs")),
      ),
    );
    expect(await sent(shapefile)).toMatchObject({ areas: 2, message: null });
    expect(ended).toEqual([]);
    const [first, ...rest] = await hostile;
    expect(first).toMatchObject({ value: TOO_LONG });
    expect(rest.map((r) => r.status)).toEqual(["rejected", "rejected"]);
    const { refusal } = await catchError(sent(shapefile, undefined, "user:hostile"));
    expect([refusal.kind, refusal.message]).toEqual([
      "tooMany",
      "Your last file took too much time or memory to read. Wait a minute, then send another one.",
    ]);
  });

  test("reads the next file as usual after a file was stopped", async () => {
    expect(await sent(shapefile)).toMatchObject({ areas: 2, message: null });
  });
});
