import proj4 from "proj4";
import { parseShp } from "shpjs";
import { UnreadableZipError } from "~/lib/files/zip.server";
import { getDatumProblem } from "../rules/datum";
import { groupRingsIntoPolygons } from "./nest-rings";
import {
  createTooManyPointsError,
  hasValidPolygons,
  MAX_FILE_POINTS,
  type UploadedShape,
} from "./sent-shapes";

const NULL_SHAPE = 0;
const POLYGONS = [5, 15, 25];
const LINES = [3, 13, 23];
const POINTS = [1, 8, 11, 18, 21, 28];

/** Read one layer of a zipped shapefile: its .shp with the text of its .prj, as geometries in degrees. */
export function readShapefile(shp: Buffer, projection: string | undefined): UploadedShape[] {
  if (shp.length < 100 || shp.readUInt32BE(0) !== 9994)
    throw new UnreadableZipError("its .shp isn't a shapefile");
  const type = shp.readUInt32LE(32);
  if (type !== NULL_SHAPE && ![...POLYGONS, ...LINES, ...POINTS].includes(type))
    throw new UnreadableZipError("the shapefile doesn't have areas");
  if (shp.readUInt32BE(24) * 2 > shp.length) throw new UnreadableZipError("the .shp in it is cut off");
  if (LINES.includes(type)) return [{ type: "LineString", coordinates: [] }];
  const records = POLYGONS.includes(type) ? checkedRecords(shp) : shp;
  if (records.length <= 100) return [];
  if (projection !== undefined) checkProjection(projection);
  // The parser reads the whole underlying buffer, so its input is copied.
  const shapes: UploadedShape[] = parseShp(new Uint8Array(records).buffer, projection);
  if (projection === undefined && shapes.some((g) => !hasValidPolygons(g)))
    throw new UnreadableZipError("it has no .prj and isn't in degrees; send the .prj with it");
  return POLYGONS.includes(type) ? shapes.map(groupRingsIntoPolygons) : shapes;
}

function checkProjection(projection: string) {
  const problem = getDatumProblem(projection);
  if (problem) throw new UnreadableZipError(problem);
  try {
    // With an unknown projection, the parser would silently leave the shapes unprojected.
    proj4(projection);
  } catch {
    throw new UnreadableZipError("we don't know the projection in its .prj; save it as WGS 84");
  }
}

/**
 * Return the .shp without its null records, and refuse broken records that the parser would trust. The parser reads
 * points each time the table of parts refers to them, so a table that refers back and forth turns a small file into
 * gigabytes.
 */
function checkedRecords(shp: Buffer): Buffer {
  const broken = new UnreadableZipError("the .shp in it is broken");
  const records = [shp.subarray(0, 100)];
  let all = 0;
  for (let offset = 100; offset + 8 <= shp.length; ) {
    const length = shp.readInt32BE(offset + 4) * 2;
    const end = offset + 8 + length;
    if (length < 0) throw broken;
    // The parser also stops at a record that exceeds the file.
    if (end > shp.length) break;
    if (length >= 4 && shp.readInt32LE(offset + 8) !== NULL_SHAPE) {
      if (length < 44) throw broken;
      const [parts, points] = [shp.readInt32LE(offset + 44), shp.readInt32LE(offset + 48)];
      if (parts < 0 || points < 0 || 44 + 4 * parts + 16 * points > length) throw broken;
      all += points;
      if (all > MAX_FILE_POINTS) throw createTooManyPointsError();
      for (let part = 0, before = 0; part < parts; part++) {
        const first = shp.readInt32LE(offset + 52 + 4 * part);
        if (first < before || first > points) throw broken;
        before = first;
      }
      records.push(shp.subarray(offset, end));
    }
    offset = end;
  }
  const whole = Buffer.concat(records);
  whole.writeInt32BE(whole.length / 2, 24);
  return whole;
}
