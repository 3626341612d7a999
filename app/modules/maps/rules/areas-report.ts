import { formatAcres } from "~/lib/geo/areas";
import { formatCoordinates } from "~/lib/geo/coordinates";
import type { Point } from "~/lib/geo/geo";
import type { AreaRepair } from "../data/repair-areas";

/** Maximum number of points to list from a file; further points are only counted. */
export const MAX_LISTED_POINTS = 20;

/** Report of the areas and other shapes of a file that were changed or left out. */
export type AreasReport = {
  repair: AreaRepair | null;
  /** Number of duplicate areas, and of areas that overlapped another one. */
  twice: number;
  overlapping: number;
  lines: number;
  points: number;
  /** The first points of the file, which may be landings. */
  landings: Point[];
  /** True if every layer names its coordinate system. */
  hasDatum: boolean;
};

const count = (n: number, item: string, many = `${item}s`) =>
  `${n.toLocaleString("en-US")} ${n === 1 ? item : many}`;

/** Format the report of a file as sentences to show after its areas were imported. */
export function formatAreasReport(report: AreasReport): string[] {
  const { repair, twice, overlapping, lines, points, hasDatum } = report;
  return [
    repair
      ? `The line of ${count(repair.areas, "area")} crossed itself and was repaired: ${formatAcres(repair.before)} before, ${formatAcres(repair.after)} after.`
      : "",
    twice ? `${count(twice, "area was", "areas were")} in the file twice and counted once.` : "",
    overlapping ? `${count(overlapping, "area")} overlapped another. The shared land counts once.` : "",
    points
      ? `${count(points, "point")} in the file ${points === 1 ? "isn't an area and was" : "aren't areas and were"} left out.`
      : "",
    lines
      ? `${count(lines, "line")} in the file ${lines === 1 ? "isn't an area and was" : "aren't areas and were"} left out.`
      : "",
    hasDatum
      ? ""
      : "The file doesn't name its coordinate system (.prj). It was read as WGS 84; check it on the map.",
  ].filter(Boolean);
}

/** Encode a report as a short text for a URL; empty if the report has no content. */
export function encodeAreasReport(report: AreasReport): string {
  if (formatAreasReport(report).length === 0) return "";
  const { repair, twice, overlapping, lines, points, landings, hasDatum } = report;
  const acres = repair ? [repair.areas, repair.before.toFixed(3), repair.after.toFixed(3)] : [0, 0, 0];
  const places = landings.map((p) => formatCoordinates(p).replace(", ", ",")).join(";");
  return [[...acres, twice, overlapping, lines, points, hasDatum ? 1 : 0].join(","), places].join("|");
}

/** Build the query parameter that passes an encoded report to the page after an import. */
export const buildReportQuery = (joiner: "?" | "&", report: string | undefined): string =>
  report ? `${joiner}file=${encodeURIComponent(report)}` : "";

const NUMBER = /^\d{1,9}(\.\d{1,3})?$/;
const PLACE = /^-?\d{1,2}\.\d{6},-?\d{1,3}\.\d{6}$/;

/** Decode the report in a URL; null if there is none. Only numbers are read, so a URL can't put text on the page. */
export function decodeAreasReport(text: string | null): AreasReport | null {
  const [numbers = "", places = ""] = (text ?? "").split("|");
  const parts = numbers.split(",");
  if (parts.length !== 8 || !parts.every((part) => NUMBER.test(part))) return null;
  const [areas = 0, before = 0, after = 0, twice = 0, overlapping = 0, lines = 0, points = 0, datum = 0] =
    parts.map(Number);
  const landings = places
    .split(";")
    .filter((place) => PLACE.test(place))
    .slice(0, MAX_LISTED_POINTS)
    .map((place) => {
      const [latitude = 0, longitude = 0] = place.split(",").map(Number);
      return { latitude, longitude };
    });
  const repair = areas ? { areas, before, after } : null;
  return { repair, twice, overlapping, lines, points, landings, hasDatum: datum === 1 };
}
