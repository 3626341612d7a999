import { readFile } from "node:fs/promises";
import type { MultiPolygon, Position } from "geojson";
import proj4 from "proj4";
import { parseShp } from "shpjs";
import { Unreadable, unzip } from "~/domain/files/zip.server";
import { crossesItself, positionsOf, ringOf, ringSquareMetres, round6, simplified } from "~/domain/geo/areas";
import { isPoint } from "~/domain/geo/geo";
import { MAX_AREAS, MAX_POINTS } from "~/domain/geo/location";
import { readKml } from "./kml.server";

const MOST_UNPACKED = 60 * 1024 * 1024;
const MOST_POINTS = 500_000;

/** An object of a file as it was sent: nothing is known of it yet but that it is one. */
type Sent = {
  type?: unknown;
  coordinates?: unknown;
  geometry?: unknown;
  features?: unknown;
  geometries?: unknown;
};

export type ReadAreas =
  | { geom: MultiPolygon; areas: number; simplified: boolean; message: null }
  | { geom: null; message: string };

/**
 * Read the areas of a zipped shapefile (.shp with .prj), a GeoJSON or a KML file, in WGS 84, in the form a job stores:
 * at most `MAX_POINTS` points, above which lines are simplified slightly. Never throws: an unreadable file is reported
 * in words. `fileName` is only looked at. It runs for as long as the file makes it, so read files that people send with
 * `readSentAreas`.
 */
export function readAreas(bytes: Uint8Array, fileName: string): ReadAreas {
  try {
    const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (file.length === 0) throw new Unreadable("it is empty");
    return kept(polygonsOf(geometriesIn(file)));
  } catch (error) {
    const why = error instanceof Unreadable ? error.message : `${kindOf(fileName)} is broken`;
    return { geom: null, message: `We couldn't read this file: ${why}.` };
  }
}

/** The same of a file on disk; run in a process of its own (`app/isolated`). */
export const readAreasFile = async ({ path, fileName }: { path: string; fileName: string }) =>
  readAreas(await readFile(path), fileName);

const kindOf = (name: string) =>
  /\.zip$/i.test(name) ? "the shapefile" : /\.kml$/i.test(name) ? "the KML" : "what is in it";

function geometriesIn(file: Buffer): Sent[] {
  if (file.subarray(0, 2).toString("latin1") === "PK") return fromZip(file);
  if (file.length > 4 && file.readUInt32BE(0) === 9994)
    throw new Unreadable("a shapefile has several parts; send them together as one .zip");
  const text = file
    .toString("utf8")
    .replace(/^\uFEFF/, "")
    .trimStart();
  if (text.startsWith("<")) return readKml(text);
  if (text.startsWith("{")) return fromGeoJson(text);
  throw new Unreadable("it isn't a zipped shapefile, GeoJSON or KML");
}

function fromZip(file: Buffer): Sent[] {
  const parts = unzip(file, (name) => /\.(shp|prj|kml|geojson|json)$/i.test(name), MOST_UNPACKED);
  const ending = (text: string) => [...parts].filter(([name]) => name.toLowerCase().endsWith(text));
  const shapes = ending(".shp");
  const prj = new Map(ending(".prj").map(([name, part]) => [stem(name), part]));
  if (shapes.length) return shapes.flatMap(([name, shp]) => fromShp(shp, prj.get(stem(name))));
  const others = [...ending(".geojson"), ...ending(".json")];
  if (others.length) return others.flatMap(([, part]) => fromGeoJson(part.toString("utf8")));
  const kml = ending(".kml");
  if (kml.length) return kml.flatMap(([, part]) => readKml(part.toString("utf8")));
  throw new Unreadable("the archive doesn't have a .shp file");
}

const stem = (name: string) => name.toLowerCase().replace(/\.[^.]+$/, "");

function fromShp(shp: Buffer, prj: Buffer | undefined): Sent[] {
  if (shp.length < 100 || shp.readUInt32BE(0) !== 9994) throw new Unreadable("its .shp isn't a shapefile");
  const type = shp.readUInt32LE(32);
  if (![5, 15, 25].includes(type)) throw new Unreadable("the shapefile doesn't have areas");
  if (shp.readUInt32BE(24) * 2 > shp.length) throw new Unreadable("the .shp in it is cut off");
  checkRecords(shp);
  const projection = prj?.toString("utf8").trim();
  try {
    // The parser would leave the shapes where they are and say nothing.
    if (projection !== undefined) proj4(projection);
  } catch {
    throw new Unreadable("we don't know the projection in its .prj; save it as WGS 84");
  }
  // What is read is copied, since the parser takes a view for its whole buffer.
  const shapes = parseShp(new Uint8Array(shp).buffer, projection);
  if (!prj && shapes.some((g) => !liesOnEarth(g)))
    throw new Unreadable("it has no .prj and isn't in degrees; send the .prj with it");
  return shapes;
}

/**
 * Refuses records that the parser would take at their word: it reads the points that a table of parts names as often as
 * the table names them, so a table that runs back and forth makes gigabytes of a small file.
 */
function checkRecords(shp: Buffer) {
  const broken = new Unreadable("the .shp in it is broken");
  let all = 0;
  for (let at = 100; at + 8 <= shp.length; ) {
    const length = shp.readInt32BE(at + 4) * 2;
    const end = at + 8 + length;
    if (length < 0) throw broken;
    // There the parser stops as well.
    if (end > shp.length) break;
    if (length > 0 && shp.readInt32LE(at + 8) !== 0) {
      if (length < 44) throw broken;
      const [parts, points] = [shp.readInt32LE(at + 44), shp.readInt32LE(at + 48)];
      if (parts < 0 || points < 0 || 44 + 4 * parts + 16 * points > length) throw broken;
      all += points;
      if (all > MOST_POINTS) throw tooManyPoints();
      for (let part = 0, before = 0; part < parts; part++) {
        const first = shp.readInt32LE(at + 52 + 4 * part);
        if (first < before || first > points) throw broken;
        before = first;
      }
    }
    at = end;
  }
}

const tooManyPoints = () => new Unreadable("it has more than 500,000 points");

function fromGeoJson(text: string): Sent[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Unreadable("the GeoJSON in it is broken");
  }
  const found: Sent[] = [];
  const stack: unknown[] = [value];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (typeof next !== "object" || next === null) continue;
    const o: Sent = next;
    if (Array.isArray(o.features)) stack.push(...[...o.features].reverse());
    else if (Array.isArray(o.geometries)) stack.push(...[...o.geometries].reverse());
    else if (o.geometry) stack.push(o.geometry);
    else if (Array.isArray(o.coordinates)) found.push(o);
    else if (o.type === "Topology") throw new Unreadable("it is TopoJSON; save it as GeoJSON");
  }
  return found;
}

const isPosition = (p: unknown): p is Position =>
  Array.isArray(p) &&
  typeof p[0] === "number" &&
  typeof p[1] === "number" &&
  isPoint({ longitude: p[0], latitude: p[1] });

const isRing = (ring: unknown): ring is Position[] => Array.isArray(ring) && ring.every(isPosition);
const isPolygon = (rings: unknown): rings is Position[][] => Array.isArray(rings) && rings.every(isRing);

/** What a geometry says are its polygons; whether they are is `isPolygon`'s to find out. */
function polygonsIn({ type, coordinates }: Sent): unknown[] {
  if (type === "Polygon") return [coordinates];
  return type === "MultiPolygon" && Array.isArray(coordinates) ? coordinates : [];
}
const liesOnEarth = (g: Sent) => polygonsIn(g).every(isPolygon);

/** The polygons among geometries, every ring closed and running as it should. */
function polygonsOf(geometries: readonly Sent[]): Position[][][] {
  const polygons = geometries.flatMap(polygonsIn);
  if (polygons.length === 0)
    throw new Unreadable(geometries.length ? "it has points or lines, not areas" : "it is empty");
  if (!polygons.every(isPolygon))
    throw new Unreadable("its coordinates aren't degrees of longitude and latitude");
  if (polygons.flat().reduce((points, ring) => points + ring.length, 0) > MOST_POINTS) throw tooManyPoints();
  return polygons
    .map((rings) => rings.map(withoutTwins))
    .filter(([outer]) => outer !== undefined && outer.length > 2)
    .map((rings) => rings.filter((ring) => ring.length > 2).map((ring, i) => positionsOf(ring, i > 0)));
}

/** A ring to six decimals, without places that then are the same as the one before. */
function withoutTwins(positions: Position[]) {
  const ring = ringOf(positions.map((position) => position.slice(0, 2).map(round6)));
  return ring.filter((p, i) => {
    const before = ring[(i + ring.length - 1) % ring.length];
    return p.latitude !== before?.latitude || p.longitude !== before.longitude;
  });
}

function kept(polygons: Position[][][]): ReadAreas {
  if (polygons.length === 0) throw new Unreadable("its areas have fewer than 3 points");
  if (polygons.length > MAX_AREAS)
    throw new Unreadable(`it has ${polygons.length} areas, and a job has at most ${MAX_AREAS}`);
  const count = (all: Position[][][]) => all.flat().reduce((sum, ring) => sum + ring.length - 1, 0);
  let coordinates = polygons;
  let metres = 1;
  for (; count(coordinates) > MAX_POINTS; metres *= 2) {
    if (metres > 64) throw new Unreadable("its areas have too many points; simplify it first");
    coordinates = polygons.map((rings) =>
      rings.flatMap((ring, i) => {
        const less = simplified(ringOf(ring), metres);
        const isLeft = less.length > 2 && ringSquareMetres(less) > 1;
        return isLeft ? [positionsOf(less, i > 0)] : i === 0 ? [ring] : [];
      }),
    );
  }
  const crossing = coordinates.findIndex((rings) => crossesItself(ringOf(rings[0] ?? [])));
  if (crossing >= 0) throw new Unreadable(`area ${crossing + 1} crosses itself; fix it first`);
  return {
    geom: { type: "MultiPolygon", coordinates },
    areas: coordinates.length,
    simplified: coordinates !== polygons,
    message: null,
  };
}
