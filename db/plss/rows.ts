import type { Geometry, Position } from "geojson";
import { createPropertyReader, type ShapeFeature } from "../geo-import/features";
import type { plssSection, plssTownship } from "../schema";

export type TownshipRow = Omit<typeof plssTownship.$inferInsert, "id" | "us_state_id"> & { stusps: string };
export type SectionRow = Omit<typeof plssSection.$inferInsert, "id">;

/** Return the row for a CadNSDI township (layer PLSSTownship); null if the feature isn't a township or has no outline. */
export function toTownshipRow({ properties, geometry }: ShapeFeature): TownshipRow | null {
  const get = createPropertyReader(properties);
  const plssid = get("PLSSID").toUpperCase();
  const shape = shapeOf(geometry);
  const [number, range] = [whole(get("TWNSHPNO")), whole(get("RANGENO"))];
  const [direction, rangeDirection] = [get("TWNSHPDIR").toUpperCase(), get("RANGEDIR").toUpperCase()];
  // Some states' rows omit the leading zero. If the column is missing, the township identifier contains the meridian.
  const meridian = (get("PRINMERCD") || plssid.slice(2, 4)).padStart(2, "0");
  const isNamed = /^[A-Z]{2}/.test(plssid) && number > 0 && range > 0;
  if (!shape || !isNamed || !/^[NS]$/.test(direction) || !/^[EW]$/.test(rangeDirection)) return null;
  return {
    plssid,
    stusps: get("STATEABBR").toUpperCase() || plssid.slice(0, 2),
    plss_meridian_code: meridian,
    township_number: number,
    township_fraction: quarters(get("TWNSHPFRAC")),
    township_direction: direction,
    range_number: range,
    range_fraction: quarters(get("RANGEFRAC")),
    range_direction: rangeDirection,
    label: get("TWNSHPLAB") || `${number}${direction} ${range}${rangeDirection}`,
    ...shape,
  };
}

/** Return the row for a CadNSDI section (layer PLSSFirstDivision); null if the feature isn't a section. */
export function toSectionRow({ properties, geometry }: ShapeFeature): SectionRow | null {
  const get = createPropertyReader(properties);
  const [plssid, number] = [get("PLSSID").toUpperCase(), get("FRSTDIVNO").replace(/^0+(?=.)/, "")];
  const type = get("FRSTDIVTYP").toUpperCase();
  const shape = shapeOf(geometry);
  if (!shape || !plssid || !number || (type !== "" && type !== "SN")) return null;
  return {
    frstdivid: get("FRSTDIVID") || `${plssid}SN${number.padStart(2, "0")}0`,
    plssid,
    frstdivno: number,
    ...shape,
  };
}

const whole = (text: string) => (/^\d{1,3}$/.test(text) ? Number(text) : 0);
const quarters = (text: string) => (/^[0-3]$/.test(text) ? Number(text) : 0);
const round = (value: number) => Math.round(value * 1e6) / 1e6;

function shapeOf(geometry: Geometry | null) {
  if (geometry?.type !== "Polygon" && geometry?.type !== "MultiPolygon") return null;
  const polygons = geometry.type === "Polygon" ? [geometry.coordinates] : geometry.coordinates;
  const coordinates = polygons.map((rings) =>
    rings.map((ring) => ring.map(([x = Number.NaN, y = Number.NaN]): Position => [round(x), round(y)])),
  );
  const edges = { west: 180, east: -180, south: 90, north: -90 };
  for (const [x = Number.NaN, y = Number.NaN] of coordinates.flat(2)) {
    if (!(Math.abs(x) <= 180 && Math.abs(y) <= 90)) return null;
    edges.west = Math.min(edges.west, x);
    edges.east = Math.max(edges.east, x);
    edges.south = Math.min(edges.south, y);
    edges.north = Math.max(edges.north, y);
  }
  if (edges.west >= edges.east || edges.south >= edges.north) return null;
  return { geom: JSON.stringify({ type: "MultiPolygon", coordinates }), ...edges };
}
