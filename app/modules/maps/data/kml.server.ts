import type { Position } from "geojson";
import { UnreadableZipError } from "~/lib/files/zip.server";
import { toRing } from "~/lib/geo/areas";
import { computeMilesAlong, computeMilesBetween } from "~/lib/geo/geo";
import { isPosition, type UploadedShape } from "./sent-shapes";

/**
 * Read a KML or GPX document as geometries. Only a few fixed tags are parsed. Entities and document types, which are
 * used to attack XML parsers, are not processed.
 */
export function readXmlShapes(document: string): UploadedShape[] {
  if (/<!(DOCTYPE|ENTITY)/i.test(document))
    throw new UnreadableZipError("it has a document type, which KML doesn't allow");
  const text = withoutComments(document);
  const head = text.slice(0, 4000);
  if (/<(\w+:)?gpx[\s>]/i.test(head)) return readGpx(text);
  if (!/<(\w+:)?kml[\s>]/i.test(head)) throw new UnreadableZipError("it isn't KML");
  return [
    ...[...blocks(text, "Polygon")].map((polygon) => ({
      type: "Polygon",
      coordinates: [...blocks(polygon, "outerBoundaryIs"), ...blocks(polygon, "innerBoundaryIs")].map(ringIn),
    })),
    ...[...blocks(text, "LineString")].map((line) => ({ type: "LineString", coordinates: ringIn(line) })),
    ...[...blocks(text, "Point")].map((point) => ({ type: "Point", coordinates: ringIn(point)[0] })),
  ];
}

/** Remove all comments from the document. */
function withoutComments(text: string): string {
  const pieces: string[] = [];
  let from = 0;
  for (let start = text.indexOf("<!--"); start >= 0; start = text.indexOf("<!--", from)) {
    const end = text.indexOf("-->", start + 4);
    if (end < 0) throw new UnreadableZipError("the KML is cut off");
    pieces.push(text.slice(from, start));
    from = end + 3;
  }
  return pieces.join("") + text.slice(from);
}

/** Maximum gap between the end and start of a closed walk, as a fraction of its length. */
const MAX_GAP = 0.1;

/** Read the closed tracks and routes of a GPX file as areas, and its waypoints as points. */
function readGpx(text: string): UploadedShape[] {
  const walks = [
    ...[...blocks(text, "trk")].map((track) => pointsOf(track, "trkpt")),
    ...[...blocks(text, "rte")].map((route) => pointsOf(route, "rtept")),
  ].filter((walk) => walk.length > 0);
  return [
    ...walks.map((walk) =>
      isClosed(walk) ? { type: "Polygon", coordinates: [walk] } : { type: "LineString", coordinates: walk },
    ),
    ...pointsOf(text, "wpt").map((point) => ({ type: "Point", coordinates: point })),
  ];
}

function isClosed(walk: readonly Position[]): boolean {
  const points = walk.every(isPosition) ? toRing(walk) : [];
  const [first, last] = [points[0], points.at(-1)];
  return (
    first !== undefined &&
    last !== undefined &&
    points.length > 2 &&
    computeMilesBetween(first, last) <= MAX_GAP * computeMilesAlong(points)
  );
}

const degrees = (attributes: string, name: string) =>
  Number(new RegExp(`\\s${name}\\s*=\\s*["']([^"'<>]{1,40})["']`).exec(attributes)?.[1] ?? Number.NaN);

/** Read points that GPX stores as attributes: `<trkpt lat="44.6" lon="-84.7">`. */
function pointsOf(text: string, tag: string): Position[] {
  const opening = new RegExp(`<(?:\\w+:)?${tag}(\\s[^<>]*)>`, "g");
  return [...text.matchAll(opening)].map(([, attributes = ""]) => [
    degrees(attributes, "lon"),
    degrees(attributes, "lat"),
  ]);
}

/**
 * Yield the texts between the opening and closing tags of this name, which are never nested. A search for a closing
 * bracket ends at the next "<"; otherwise each of many unclosed tags would be searched to the end of the file.
 */
function* blocks(text: string, tag: string): Generator<string> {
  const opening = new RegExp(`<(?:\\w+:)?${tag}(?:\\s[^<>]*)?>`, "g");
  const closing = new RegExp(`</(?:\\w+:)?${tag}\\s*>`, "g");
  for (let match = opening.exec(text); match; match = opening.exec(text)) {
    closing.lastIndex = opening.lastIndex;
    const end = closing.exec(text);
    if (!end) throw new UnreadableZipError("the KML is cut off");
    yield text.slice(opening.lastIndex, end.index);
    opening.lastIndex = closing.lastIndex;
  }
}

function ringIn(boundary: string): Position[] {
  const [coordinates = ""] = blocks(boundary, "coordinates");
  return coordinates
    .trim()
    .split(/\s+/)
    .filter(Boolean)
    .map((tuple) => tuple.split(",").slice(0, 2).map(Number));
}
