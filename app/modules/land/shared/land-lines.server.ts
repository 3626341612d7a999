import type { Read } from "#db/client.server";
import { getOuterRings, isInRing } from "~/lib/geo/areas";
import type { Point } from "~/lib/geo/geo";
import { getViewBox, toPoint, type View } from "~/lib/geo/view";
import { type GridTownship, listGridTownships } from "~/lib/land-description/grid";
import { getSectionPosition } from "~/lib/land-description/plss";
import {
  type FoundTownship,
  readSectionsInBox,
  readTownshipsInBox,
  toComputedTownship,
} from "./townships.server";

/** Lines of the survey, and labels with their positions. */
type Lines = { lines: Point[][]; labels: { text: string; at: Point }[]; isApproximate: boolean };

/** Clickable township or section: its name and its outlines. */
export type ClickableLand = { name: string; rings: Point[][] };

const TOWNSHIP_ZOOM = 8;
const TOWNSHIP_NAME_ZOOM = 9;
const SECTION_ZOOM = 11;
const MAX_SECTIONS = 300;
const NONE: Lines = { lines: [], labels: [], isApproximate: false };

/** Read the lines of townships on a map and, at close zoom, of sections. */
export async function readLandLines(
  read: Read,
  view: View,
): Promise<{ townships: Lines; sections: Lines; pieces: ClickableLand[] }> {
  if (view.zoom < TOWNSHIP_ZOOM) return { townships: NONE, sections: NONE, pieces: [] };
  const box = getViewBox(view);
  if (box.min_longitude > box.max_longitude) return { townships: NONE, sections: NONE, pieces: [] };
  const isNear = view.zoom >= SECTION_ZOOM;
  const [found, sections] = await Promise.all([
    readTownshipsInBox(read, box),
    isNear ? readSectionsInBox(read, box, MAX_SECTIONS) : [],
  ]);
  const labels = view.zoom < TOWNSHIP_NAME_ZOOM ? [] : isNear ? cornerName(found, view) : found.map(nameOf);
  if (!found[0]?.is_approximate)
    return {
      townships: {
        lines: found.flatMap((t) => getOuterRings(t.geom).map(closed)),
        labels,
        isApproximate: false,
      },
      sections: {
        lines: sections.flatMap((s) => getOuterRings(s.geom).map(closed)),
        labels: sections.map((s) => ({ text: s.section, at: middleOf(getOuterRings(s.geom).flat()) })),
        isApproximate: false,
      },
      pieces: sections.length
        ? sections.map((s) => ({ name: `Section ${s.section}`, rings: getOuterRings(s.geom) }))
        : found.map((t) => ({ name: nameOf(t).text, rings: getOuterRings(t.geom) })),
    };
  // Neighboring squares share a side, so each square draws two of its four sides; otherwise dashes overlap.
  const squares = listGridTownships(box);
  return {
    townships: { lines: squares.flatMap(({ corners }) => twoSides(corners)), labels, isApproximate: true },
    sections: isNear ? sectionsOf(squares) : NONE,
    pieces: isNear
      ? squares.flatMap(sectionPieces)
      : found.map((t) => ({ name: nameOf(t).text, rings: getOuterRings(t.geom) })),
  };
}

/**
 * Return the name of the township at the map's center, to show in the map's corner: at close zoom the township's own
 * label is rarely in view.
 */
function cornerName(townships: readonly FoundTownship[], view: View) {
  const here = townships.find((t) => getOuterRings(t.geom).some((ring) => isInRing(view, ring)));
  return here ? [{ text: nameOf(here).text, at: toPoint([34, 16], view) }] : [];
}

const nameOf = (township: FoundTownship) => ({
  text: `${township.township} ${township.range}`,
  at: middleOf(getOuterRings(township.geom).flat()),
});
const closed = (ring: Point[]) => [...ring, ...ring.slice(0, 1)];
const twoSides = ([nw, ne, , sw]: readonly Point[]) => (nw && ne && sw ? [[sw, nw, ne]] : []);

function middleOf(points: readonly Point[]): Point {
  const mean = (values: number[]) => (Math.min(...values) + Math.max(...values)) / 2;
  return { latitude: mean(points.map((p) => p.latitude)), longitude: mean(points.map((p) => p.longitude)) };
}

/** Divide a computed township into its thirty-six sections. */
function sectionsOf(squares: readonly GridTownship[]): Lines {
  const lines: Point[][] = [];
  const labels: Lines["labels"] = [];
  for (const square of squares) {
    const at = sixthsOf(square);
    for (let i = 1; i < 6; i++) lines.push([at(i, 0), at(i, 6)], [at(0, i), at(6, i)]);
    for (let section = 1; section <= 36; section++) {
      const { row, column } = getSectionPosition(section);
      labels.push({ text: String(section), at: at(column + 0.5, row + 0.5) });
    }
  }
  return { lines, labels, isApproximate: true };
}

/** Return a function for points of a computed township, counted in sixths from its northwestern corner. */
function sixthsOf({ corners: [nw, , se] }: GridTownship) {
  return (column: number, row: number): Point => ({
    latitude: (nw?.latitude ?? 0) + (((se?.latitude ?? 0) - (nw?.latitude ?? 0)) * row) / 6,
    longitude: (nw?.longitude ?? 0) + (((se?.longitude ?? 0) - (nw?.longitude ?? 0)) * column) / 6,
  });
}

function sectionPieces(square: GridTownship): ClickableLand[] {
  const at = sixthsOf(square);
  const name = nameOf(toComputedTownship(square)).text;
  return Array.from({ length: 36 }, (_, i) => {
    const { row, column } = getSectionPosition(i + 1);
    const ring = [at(column, row), at(column + 1, row), at(column + 1, row + 1), at(column, row + 1)];
    return { name: `Section ${i + 1}, ${name}`, rings: [ring] };
  });
}
