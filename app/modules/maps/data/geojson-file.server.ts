import type { Position } from "geojson";
import proj4 from "proj4";
import { UnreadableZipError } from "~/lib/files/zip.server";
import { getProjectionByCode } from "../rules/datum";
import { groupRingsIntoPolygons } from "./nest-rings";
import type { UploadedShape } from "./sent-shapes";

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Read a GeoJSON or an Esri JSON file as geometries in degrees. */
export function readJsonShapes(text: string): UploadedShape[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new UnreadableZipError("the GeoJSON in it is broken");
  }
  const move = isObject(value) ? transformIn(value) : null;
  const shapes: UploadedShape[] = [];
  const stack: unknown[] = [value];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (!isObject(next)) continue;
    if (Array.isArray(next.features)) stack.push(...[...next.features].reverse());
    else if (Array.isArray(next.geometries)) stack.push(...[...next.geometries].reverse());
    else if (next.geometry) stack.push(next.geometry);
    else if (Array.isArray(next.coordinates)) shapes.push(next);
    else if (Array.isArray(next.rings)) shapes.push({ type: RINGS, coordinates: next.rings });
    else if (Array.isArray(next.paths)) shapes.push({ type: "MultiLineString", coordinates: next.paths });
    else if (Array.isArray(next.points)) shapes.push({ type: "MultiPoint", coordinates: next.points });
    else if (typeof next.x === "number") shapes.push({ type: "Point", coordinates: [next.x, next.y] });
    else if (next.type === "Topology") throw new UnreadableZipError("it is TopoJSON; save it as GeoJSON");
  }
  return shapes.map((shape) => {
    const coordinates = move ? moved(shape.coordinates, move) : shape.coordinates;
    return shape.type === RINGS && Array.isArray(coordinates)
      ? groupRingsIntoPolygons({ type: "MultiPolygon", coordinates: coordinates.map((ring) => [ring]) })
      : { type: shape.type, coordinates };
  });
}

/** An Esri polygon: its shells and holes in one list. */
const RINGS = "Rings";

type Move = (position: Position) => Position;

/** Return the function that converts a file's coordinates to degrees; null if they are degrees already. */
function transformIn(file: Json): Move | null {
  const [name, code] = systemIn(file);
  if (name === "" || code === "CRS84") return null;
  const projection = getProjectionByCode(Number(code));
  if (projection === null)
    throw new UnreadableZipError(`it uses the coordinate system ${name}; save it as WGS 84`);
  return projection === "degrees" ? null : (position) => proj4(projection).inverse(position.slice(0, 2));
}

/** Return the name and code of the coordinate system that a file declares. */
function systemIn(file: Json): [name: string, code: string] {
  const esri =
    file.spatialReference ?? (isObject(file.geometry) ? file.geometry.spatialReference : undefined);
  if (isObject(esri)) {
    const code = String(esri.latestWkid ?? esri.wkid ?? esri.wkt ?? "").slice(0, 60);
    return [code, code];
  }
  const properties = isObject(file.crs) && isObject(file.crs.properties) ? file.crs.properties : {};
  const name = String(properties.name ?? "").slice(0, 60);
  return [name, name.split(":").at(-1) ?? ""];
}

function moved(value: unknown, move: Move): unknown {
  if (!Array.isArray(value)) return value;
  return typeof value[0] === "number" ? move(value) : value.map((part) => moved(part, move));
}
