import { createReadStream } from "node:fs";
import { open, readFile, stat } from "node:fs/promises";
import { StringDecoder } from "node:string_decoder";
import type { Geometry, Position } from "geojson";
import proj4 from "proj4";
import { decodeEightBit } from "~/lib/files/decode-text";
import { unzip } from "~/lib/files/zip.server";

/** One feature of a file: its attributes and its polygon or line in WGS 84. */
export type ShapeFeature = { properties: Record<string, unknown>; geometry: Geometry | null };

/** Error with a readable message for a file that the importer can't read. */
export class UnreadableShapesError extends Error {}

const MAX_FEATURE_BYTES = 16 * 1024 * 1024;

/** Read a GeoJSON file's features one at a time, so that a file of any size needs little memory. */
async function* readGeoJsonFeatures(file: string): AsyncGenerator<ShapeFeature> {
  const decoder = new StringDecoder("utf8");
  let [text, at, depth, start] = ["", 0, 0, -1];
  let [isText, isEscaped, isInList] = [false, false, false];
  for await (const chunk of createReadStream(file, { highWaterMark: 256 * 1024 })) {
    text += decoder.write(chunk);
    if (!isInList) {
      const list = /"features"\s*:\s*\[/.exec(text);
      if (!list) {
        if (text.length > MAX_FEATURE_BYTES) break;
        continue;
      }
      isInList = true;
      at = list.index + list[0].length;
    }
    for (; at < text.length; at++) {
      const sign = text.charCodeAt(at);
      if (isText) {
        if (isEscaped) isEscaped = false;
        else if (sign === 92) isEscaped = true;
        else if (sign === 34) isText = false;
      } else if (sign === 34) isText = true;
      else if (sign === 123) {
        if (depth++ === 0) start = at;
      } else if (sign === 125 && --depth === 0) {
        yield featureOf(text.slice(start, at + 1));
        start = -1;
      } else if (sign === 93 && depth === 0) return;
    }
    // Drop the text that has been read; keep the start of an incomplete feature for the next chunk.
    text = start < 0 ? "" : text.slice(start);
    at = text.length;
    if (start >= 0) start = 0;
    if (text.length > MAX_FEATURE_BYTES)
      throw new UnreadableShapesError("A feature in this file is larger than 16 MB.");
  }
  throw new UnreadableShapesError(isInList ? "This file is cut off." : "This isn't GeoJSON with features.");
}

function featureOf(text: string): ShapeFeature {
  try {
    const { properties, geometry } = JSON.parse(text) as ShapeFeature;
    return { properties: properties ?? {}, geometry: geometry ?? null };
  } catch {
    throw new UnreadableShapesError(`A feature in this file is broken: ${text.slice(0, 60)}…`);
  }
}

/** Read a shapefile's features from its unzipped parts. */
function* readShapefileFeatures(shp: Buffer, dbf: Buffer, prj: string | null): Generator<ShapeFeature> {
  const table = tableOf(dbf);
  const inverse = converter(prj);
  let index = 100;
  for (let i = 0; index + 8 <= shp.length; i++) {
    const length = shp.readInt32BE(index + 4) * 2;
    const record = shp.subarray(index + 8, index + 8 + length);
    if (length < 4 || record.length < length) throw new UnreadableShapesError("The .shp is cut off.");
    index += 8 + length;
    yield { properties: table(i), geometry: shapeIn(record, inverse) };
  }
}

function converter(prj: string | null): (p: Position) => Position {
  if (!prj || /^GEOGCS/i.test(prj.trim())) return (p) => p;
  const projection = proj4(prj.trim());
  return (p) => projection.inverse(p as [number, number]);
}

const POLYGONS = [5, 15, 25];
const LINES = [3, 13, 23];

/** Return a polygon's rings or a line's parts; null for other types of shapes or an invalid shape. */
function shapeIn(record: Buffer, inverse: (p: Position) => Position): Geometry | null {
  const type = record.readInt32LE(0);
  const isArea = POLYGONS.includes(type);
  if ((!isArea && !LINES.includes(type)) || record.length < 44) return null;
  const parts = record.readInt32LE(36);
  const points = record.readInt32LE(40);
  const from = 44 + 4 * parts;
  if (parts < 1 || points < (isArea ? 4 : 2) || from + 16 * points > record.length) return null;
  const lines = Array.from({ length: parts }, (_, part) => {
    const first = record.readInt32LE(44 + 4 * part);
    const end = part + 1 < parts ? record.readInt32LE(48 + 4 * part) : points;
    const line: Position[] = [];
    for (let i = first; i < end; i++)
      line.push(inverse([record.readDoubleLE(from + 16 * i), record.readDoubleLE(from + 16 * i + 8)]));
    return line;
  });
  return isArea ? polygonsOf(lines) : { type: "MultiLineString", coordinates: lines };
}

/** Group rings into polygons: clockwise rings are areas, all others are holes in them (ESRI, 1998). */
function polygonsOf(rings: readonly Position[][]): Geometry {
  const polygons: Position[][][] = [];
  for (const ring of rings) {
    const turn = ring.reduce((sum, [x = 0, y = 0], i) => {
      const [nx = 0, ny = 0] = ring[(i + 1) % ring.length] ?? [];
      return sum + (nx - x) * (ny + y);
    }, 0);
    const last = polygons.at(-1);
    if (turn < 0 && last) last.push(ring);
    else polygons.push([ring]);
  }
  return { type: "MultiPolygon", coordinates: polygons };
}

/** Return a function that reads a row of a dBASE table, with all values as text. */
function tableOf(dbf: Buffer): (row: number) => Record<string, unknown> {
  const [rows, head, width] = [dbf.readUInt32LE(4), dbf.readUInt16LE(8), dbf.readUInt16LE(10)];
  const columns: { name: string; from: number; length: number }[] = [];
  for (let index = 32, from = 1; index + 32 <= head && dbf[index] !== 13; index += 32) {
    const length = dbf[index + 16] ?? 0;
    columns.push({ name: dbf.toString("latin1", index, index + 11).replace(/\0.*$/, ""), from, length });
    from += length;
  }
  return (row) => {
    if (row >= rows) return {};
    const index = head + row * width;
    return Object.fromEntries(
      columns.map(({ name, from, length }) => [
        name,
        decodeEightBit(dbf.subarray(index + from, index + from + length)).trim(),
      ]),
    );
  };
}

/** Read the first bytes of a file, to detect its type. */
async function firstBytes(file: string): Promise<string> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0);
    return buffer.toString("latin1", 0, bytesRead);
  } finally {
    await handle.close();
  }
}

const MAX_UNPACKED_BYTES = 1_500 * 1024 * 1024;

/** Read the features of a GeoJSON file or a zipped shapefile. */
export async function* readFeatures(file: string): AsyncGenerator<ShapeFeature> {
  const start = await firstBytes(file);
  if (!start.startsWith("PK")) {
    yield* readGeoJsonFeatures(file);
    return;
  }
  if ((await stat(file)).size > MAX_UNPACKED_BYTES)
    throw new UnreadableShapesError("This archive is too large; import one state at a time, or GeoJSON.");
  const parts = unzip(await readFile(file), (name) => /\.(shp|dbf|prj)$/i.test(name), MAX_UNPACKED_BYTES);
  const byName = new Map([...parts].map(([name, part]) => [name.toLowerCase(), part]));
  const layers = [...byName.keys()].filter((name) => name.endsWith(".shp")).sort();
  if (layers.length === 0) throw new UnreadableShapesError("There is no .shp with its .dbf in this archive.");
  for (const layer of layers) {
    // Use the table and projection of the same layer, so that names of one layer aren't assigned to outlines of another
    // layer.
    const part = (ending: string) => byName.get(layer.replace(/\.shp$/, ending));
    const [shp, dbf] = [part(".shp"), part(".dbf")];
    if (!shp || !dbf) throw new UnreadableShapesError(`There is no .dbf for ${layer} in this archive.`);
    yield* readShapefileFeatures(shp, dbf, part(".prj")?.toString("utf8") ?? null);
  }
}

const asText = (value: unknown) => (value === null || value === undefined ? "" : String(value).trim());

/** Return a function that reads a property by name, ignoring case, because services and shapefiles differ in case. */
export function createPropertyReader(properties: Record<string, unknown>) {
  const map = new Map(Object.entries(properties).map(([name, value]) => [name.toUpperCase(), value]));
  return (name: string) => asText(map.get(name));
}
