import type { Geometry, Position } from "geojson";
import { Unreadable } from "~/domain/files/zip.server";

/**
 * The polygons of a KML document. What is looked for is few and fixed, so it is read by its tags: no entities are
 * resolved and no document type is followed, which is where readers of XML are attacked.
 */
export function readKml(text: string): Geometry[] {
  if (/<!(DOCTYPE|ENTITY)/i.test(text))
    throw new Unreadable("it has a document type, which KML doesn't allow");
  if (!/<(\w+:)?kml[\s>]/i.test(text.slice(0, 4000))) throw new Unreadable("it isn't KML");
  return [...blocks(text, "Polygon")].map((polygon) => ({
    type: "Polygon" as const,
    coordinates: [...blocks(polygon, "outerBoundaryIs"), ...blocks(polygon, "innerBoundaryIs")].map(ringIn),
  }));
}

/**
 * The texts between a tag's opening and its closing; these tags do not nest. No tag holds another's "<", so a search for
 * its end stops there: many that never end would each be searched to the end of the file.
 */
function* blocks(text: string, tag: string): Generator<string> {
  const opening = new RegExp(`<(?:\\w+:)?${tag}(?:\\s[^<>]*)?>`, "g");
  const closing = new RegExp(`</(?:\\w+:)?${tag}\\s*>`, "g");
  for (let found = opening.exec(text); found; found = opening.exec(text)) {
    closing.lastIndex = opening.lastIndex;
    const end = closing.exec(text);
    if (!end) throw new Unreadable("the KML is cut off");
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
