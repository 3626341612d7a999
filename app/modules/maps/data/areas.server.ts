import { readFile } from "node:fs/promises";
import type { MultiPolygon, Position } from "geojson";
import { decodeText } from "~/lib/files/decode-text";
import { UnreadableZipError, unzip } from "~/lib/files/zip.server";
import { computeRingArea, roundDegrees, simplifyRing, toPositions, toRing } from "~/lib/geo/areas";
import type { Point } from "~/lib/geo/geo";
import { MAX_AREAS, MAX_POINTS } from "~/lib/geo/location";
import { type AreasReport, MAX_LISTED_POINTS } from "../rules/areas-report";
import { readJsonShapes } from "./geojson-file.server";
import { readXmlShapes } from "./kml.server";
import { removeOverlaps, repairAreas } from "./repair-areas";
import {
  createTooManyPointsError,
  isLineShape,
  isPolygon,
  listPolygons,
  MAX_FILE_POINTS,
  readShapePoints,
  type UploadedShape,
} from "./sent-shapes";
import { readShapefile } from "./shapefile.server";

const MAX_UNPACKED_BYTES = 60 * 1024 * 1024;

export type ReadAreasResult =
  | { geom: MultiPolygon; areas: number; simplified: boolean; report: AreasReport; message: null }
  | { geom: null; message: string };

/**
 * Read the areas of a zipped shapefile (.shp with .prj), a GeoJSON, Esri JSON, KML, KMZ or GPX file, in WGS 84. All
 * layers of an archive are read. Lines are simplified slightly if the areas have more than `MAX_POINTS` points.
 * `report` lists repaired, merged or omitted shapes. Never throws: an unreadable file gives a message. `fileName` is
 * never used as a path. A file can make this function run for long, so read uploaded files with `readAreasInSandbox`.
 */
export function readAreas(bytes: Uint8Array, fileName: string): ReadAreasResult {
  try {
    const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (file.length === 0) throw new UnreadableZipError("it is empty");
    return toAreas(shapesIn(file));
  } catch (error) {
    const why = error instanceof UnreadableZipError ? error.message : `${kindOf(fileName)} is broken`;
    return { geom: null, message: `We couldn't read this file: ${why}.` };
  }
}

/** Read areas from a file on disk; runs in a separate process (`app/sandbox`). */
export const readAreasFile = async ({ path, fileName }: { path: string; fileName: string }) =>
  readAreas(await readFile(path), fileName);

const kindOf = (name: string) =>
  /\.zip$/i.test(name) ? "the shapefile" : /\.km[lz]$/i.test(name) ? "the KML" : "what is in it";

type Shapes = { shapes: UploadedShape[]; hasDatum: boolean };

function shapesIn(file: Buffer): Shapes {
  if (file.subarray(0, 2).toString("latin1") === "PK") return fromZip(file);
  if (file.length > 4 && file.readUInt32BE(0) === 9994)
    throw new UnreadableZipError("a shapefile has several parts; send them together as one .zip");
  return { shapes: fromText(file), hasDatum: true };
}

function fromText(file: Buffer): UploadedShape[] {
  const text = decodeText(file)
    .replace(/^\uFEFF/, "")
    .trimStart();
  if (text.startsWith("<")) return readXmlShapes(text);
  if (text.startsWith("{")) return readJsonShapes(text);
  throw new UnreadableZipError("it isn't a zipped shapefile, GeoJSON, KML or GPX");
}

/** Read every layer of an archive, in any folder and supported format. */
function fromZip(file: Buffer): Shapes {
  const parts = unzip(file, (name) => /\.(shp|prj|kml|gpx|geojson|json)$/i.test(name), MAX_UNPACKED_BYTES);
  const ending = (...endings: string[]) =>
    [...parts].filter(([name]) => endings.some((text) => name.toLowerCase().endsWith(text)));
  const layers = ending(".shp");
  const texts = ending(".geojson", ".json", ".kml", ".gpx");
  if (layers.length + texts.length === 0)
    throw new UnreadableZipError("the archive doesn't have a .shp file");
  const projections = new Map(ending(".prj").map(([name, part]) => [stem(name), decodeText(part).trim()]));
  return {
    shapes: [
      ...layers.flatMap(([name, shp]) => readShapefile(shp, projections.get(stem(name)))),
      ...texts.flatMap(([, part]) => fromText(part)),
    ],
    hasDatum: layers.every(([name]) => projections.has(stem(name))),
  };
}

const stem = (name: string) => name.toLowerCase().replace(/\.[^.]+$/, "");

/** Return the polygons among these geometries, with every ring closed and in the required direction. */
function polygonsOf(geometries: readonly UploadedShape[]): Position[][][] {
  const polygons = geometries.flatMap(listPolygons);
  if (polygons.length === 0)
    throw new UnreadableZipError(geometries.length ? "it has points or lines, not areas" : "it is empty");
  if (!polygons.every(isPolygon))
    throw new UnreadableZipError("its coordinates aren't degrees of longitude and latitude");
  if (polygons.flat().reduce((points, ring) => points + ring.length, 0) > MAX_FILE_POINTS)
    throw createTooManyPointsError();
  return polygons
    .map((rings) => rings.map(withoutTwins))
    .filter(([outer]) => outer !== undefined && outer.length > 2)
    .map((rings) => rings.filter((ring) => ring.length > 2).map((ring, i) => toPositions(ring, i > 0)));
}

/** Round a ring to six decimals, and drop each point that becomes equal to the point before. */
function withoutTwins(positions: Position[]) {
  const ring = toRing(positions.map((position) => position.slice(0, 2).map(roundDegrees)));
  return ring.filter((p, i) => {
    const before = ring[(i + ring.length - 1) % ring.length];
    return p.latitude !== before?.latitude || p.longitude !== before.longitude;
  });
}

const asPoint = ([longitude = 0, latitude = 0]: Position): Point => ({
  latitude: roundDegrees(latitude),
  longitude: roundDegrees(longitude),
});

const MAX_TO_REPAIR = 20_000;
const countPoints = (areas: Position[][][]) => areas.flat().reduce((sum, ring) => sum + ring.length - 1, 0);

function toAreas({ shapes, hasDatum }: Shapes): ReadAreasResult {
  const polygons = polygonsOf(shapes);
  if (polygons.length === 0) throw new UnreadableZipError("its areas have fewer than 3 points");
  // Simplify areas that have more points than a walk would have, since repairing their crossings takes long.
  const isLong = countPoints(polygons) > MAX_TO_REPAIR;
  const first = repairAreas(isLong ? fewerPoints(polygons) : polygons);
  const once = removeOverlaps(first.areas);
  if (once.areas.length > MAX_AREAS)
    throw new UnreadableZipError(`it has ${once.areas.length} areas, and a job has at most ${MAX_AREAS}`);
  const fewer = fewerPoints(once.areas);
  const { areas } = fewer === once.areas ? { areas: fewer } : repairAreas(fewer);
  const points = shapes.flatMap(readShapePoints);
  return {
    geom: { type: "MultiPolygon", coordinates: areas },
    areas: areas.length,
    simplified: isLong || fewer !== once.areas,
    report: {
      repair: first.repair,
      twice: once.twice,
      overlapping: once.overlapping,
      lines: shapes.filter(isLineShape).length,
      points: points.length,
      landings: points.slice(0, MAX_LISTED_POINTS).map(asPoint),
      hasDatum,
    },
    message: null,
  };
}

function fewerPoints(polygons: Position[][][]): Position[][][] {
  let coordinates = polygons;
  for (let metres = 1; countPoints(coordinates) > MAX_POINTS; metres *= 2) {
    if (metres > 64) throw new UnreadableZipError("its areas have too many points; simplify it first");
    coordinates = polygons.map((rings) =>
      rings.flatMap((ring, i) => {
        const less = simplifyRing(toRing(ring), metres);
        const isLeft = less.length > 2 && computeRingArea(less) > 1;
        return isLeft ? [toPositions(less, i > 0)] : i === 0 ? [ring] : [];
      }),
    );
  }
  return coordinates;
}
