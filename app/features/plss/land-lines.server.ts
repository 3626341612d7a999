import type { Read } from "#db/client.server";
import { isInRing, outerRings } from "~/domain/geo/areas";
import type { Point } from "~/domain/geo/geo";
import { boxOfView, pointAt, type View } from "~/domain/geo/view";
import { type GridTownship, gridTownships } from "~/domain/plss/grid";
import { sectionPlace } from "~/domain/plss/plss";
import { computedTownship, type FoundTownship, sectionsIn, townshipsIn } from "./townships.server";

/** A line of the survey, and a name with its position. */
type Lines = { lines: Point[][]; labels: { text: string; at: Point }[]; isApproximate: boolean };

/** A township or a section as something to press: its name and its outlines. */
export type LandPiece = { name: string; rings: Point[][] };

const TOWNSHIP_ZOOM = 8;
const TOWNSHIP_NAME_ZOOM = 9;
const SECTION_ZOOM = 11;
const MOST_SECTIONS = 300;
const NONE: Lines = { lines: [], labels: [], isApproximate: false };

/** The lines of townships and, from near, of sections that a map shows; which ones by how near it is. */
export async function landLines(
  read: Read,
  view: View,
): Promise<{ townships: Lines; sections: Lines; pieces: LandPiece[] }> {
  if (view.zoom < TOWNSHIP_ZOOM) return { townships: NONE, sections: NONE, pieces: [] };
  const box = boxOfView(view);
  if (box.min_longitude > box.max_longitude) return { townships: NONE, sections: NONE, pieces: [] };
  const isNear = view.zoom >= SECTION_ZOOM;
  const [found, sections] = await Promise.all([
    townshipsIn(read, box),
    isNear ? sectionsIn(read, box, MOST_SECTIONS) : [],
  ]);
  const labels = view.zoom < TOWNSHIP_NAME_ZOOM ? [] : isNear ? cornerName(found, view) : found.map(nameOf);
  if (!found[0]?.is_approximate)
    return {
      townships: {
        lines: found.flatMap((t) => outerRings(t.geom).map(closed)),
        labels,
        isApproximate: false,
      },
      sections: {
        lines: sections.flatMap((s) => outerRings(s.geom).map(closed)),
        labels: sections.map((s) => ({ text: s.section, at: middleOf(outerRings(s.geom).flat()) })),
        isApproximate: false,
      },
      pieces: sections.length
        ? sections.map((s) => ({ name: `Section ${s.section}`, rings: outerRings(s.geom) }))
        : found.map((t) => ({ name: nameOf(t).text, rings: outerRings(t.geom) })),
    };
  // Neighbours share a side: each square draws two of its four, so that no dashes lie on dashes.
  const squares = gridTownships(box);
  return {
    townships: { lines: squares.flatMap(({ corners }) => twoSides(corners)), labels, isApproximate: true },
    sections: isNear ? sectionsOf(squares) : NONE,
    pieces: isNear
      ? squares.flatMap(sectionPieces)
      : found.map((t) => ({ name: nameOf(t).text, rings: outerRings(t.geom) })),
  };
}

/** From near a township's middle is seldom in view: the one in the middle is named in the corner. */
function cornerName(found: readonly FoundTownship[], view: View) {
  const here = found.find((t) => outerRings(t.geom).some((ring) => isInRing(view, ring)));
  return here ? [{ text: nameOf(here).text, at: pointAt([34, 16], view) }] : [];
}

const nameOf = (township: FoundTownship) => ({
  text: `${township.township} ${township.range}`,
  at: middleOf(outerRings(township.geom).flat()),
});
const closed = (ring: Point[]) => [...ring, ...ring.slice(0, 1)];
const twoSides = ([nw, ne, , sw]: readonly Point[]) => (nw && ne && sw ? [[sw, nw, ne]] : []);

function middleOf(points: readonly Point[]): Point {
  const mean = (values: number[]) => (Math.min(...values) + Math.max(...values)) / 2;
  return { latitude: mean(points.map((p) => p.latitude)), longitude: mean(points.map((p) => p.longitude)) };
}

/** A computed township cut into its thirty-six sections. */
function sectionsOf(squares: readonly GridTownship[]): Lines {
  const lines: Point[][] = [];
  const labels: Lines["labels"] = [];
  for (const square of squares) {
    const at = sixthsOf(square);
    for (let i = 1; i < 6; i++) lines.push([at(i, 0), at(i, 6)], [at(0, i), at(6, i)]);
    for (let section = 1; section <= 36; section++) {
      const { row, column } = sectionPlace(section);
      labels.push({ text: String(section), at: at(column + 0.5, row + 0.5) });
    }
  }
  return { lines, labels, isApproximate: true };
}

/** Places of a computed township by sixths from its northwestern corner. */
function sixthsOf({ corners: [nw, , se] }: GridTownship) {
  return (column: number, row: number): Point => ({
    latitude: (nw?.latitude ?? 0) + (((se?.latitude ?? 0) - (nw?.latitude ?? 0)) * row) / 6,
    longitude: (nw?.longitude ?? 0) + (((se?.longitude ?? 0) - (nw?.longitude ?? 0)) * column) / 6,
  });
}

function sectionPieces(square: GridTownship): LandPiece[] {
  const at = sixthsOf(square);
  const name = nameOf(computedTownship(square)).text;
  return Array.from({ length: 36 }, (_, i) => {
    const { row, column } = sectionPlace(i + 1);
    const ring = [at(column, row), at(column + 1, row), at(column + 1, row + 1), at(column, row + 1)];
    return { name: `Section ${i + 1}, ${name}`, rings: [ring] };
  });
}
