import type { Position } from "geojson";
import {
  computeKilometersOutside,
  computeRingArea,
  isInRing,
  type Ring,
  toPositions,
  toRing,
} from "~/lib/geo/areas";
import { findInteriorPoint } from "~/lib/geo/location";
import { isPolygon, listPolygons, type UploadedShape } from "./sent-shapes";

/** Distance in kilometers that rounding may move a hole's corner outside its shell. */
const ON_EDGE_KILOMETERS = 0.001;

function isInside(hole: Ring, shell: Ring): boolean {
  const middle = findInteriorPoint(hole);
  if (!middle || !isInRing(middle, shell)) return false;
  const outline = { type: "MultiPolygon" as const, coordinates: [[toPositions(shell)]] };
  return hole.every((p) => isInRing(p, shell) || computeKilometersOutside(p, outline) < ON_EDGE_KILOMETERS);
}

/**
 * Group a record's rings into polygons by containment, since programs wind holes in both directions. A ring inside an
 * odd number of other rings is a hole of the smallest ring around it. A shape that isn't in degrees is returned
 * unchanged.
 */
export function groupRingsIntoPolygons(shape: UploadedShape): UploadedShape {
  const polygons = listPolygons(shape);
  if (!polygons.every(isPolygon)) return shape;
  const rings = polygons.flat();
  if (rings.length < 2) return shape;
  const bySize = rings
    .map((positions) => ({ positions, ring: toRing(positions), size: computeRingArea(toRing(positions)) }))
    .sort((a, b) => b.size - a.size);
  const shells: { ring: Ring; rings: Position[][] }[] = [];
  for (const [i, { positions, ring }] of bySize.entries()) {
    const around = bySize.slice(0, i).filter((other) => isInside(ring, other.ring));
    const shell = around.length % 2 ? shells.find((s) => s.ring === around.at(-1)?.ring) : undefined;
    if (shell) shell.rings.push(positions);
    else shells.push({ ring, rings: [positions] });
  }
  return { type: "MultiPolygon", coordinates: shells.map((shell) => shell.rings) };
}
