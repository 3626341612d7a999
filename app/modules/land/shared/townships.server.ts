import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { MultiPolygon } from "geojson";
import type { Read } from "#db/client.server";
import { plssMeridian, plssSection, plssTownship } from "#db/schema";
import { getOuterRings, isInRing, toPositions } from "~/lib/geo/areas";
import { type Box, getBoundingBox, type Point } from "~/lib/geo/geo";
import { parseStoredGeometry, toMultiPolygon } from "~/lib/geo/geometry";
import {
  findGridSection,
  findGridTownship,
  type GridTownship,
  listGridTownships,
} from "~/lib/land-description/grid";
import { formatRange, formatTownship, type Range, type Township } from "~/lib/land-description/plss";

/** Township with its outline; `is_approximate` is true if it was computed rather than surveyed. */
export type FoundTownship = {
  plssid: string | null;
  label: string;
  township: string;
  range: string;
  plss_meridian_code: string;
  is_approximate: boolean;
  geom: MultiPolygon;
};

export const MAX_TOWNSHIPS = 200;

/** Select the ids of an R*Tree within a box. SQLite rounds its boxes outwards, so no row is missed. */
const inBox = (tree: "plss_township_box" | "plss_section_box", box: Box): SQL =>
  sql`(SELECT id FROM ${sql.raw(tree)} WHERE west <= ${box.max_longitude} AND east >= ${box.min_longitude} AND south <= ${box.max_latitude} AND north >= ${box.min_latitude})`;

const namesOf = (row: typeof plssTownship.$inferSelect) => ({
  township: `T${row.township_number}${row.township_direction}`,
  range: `R${row.range_number}${row.range_direction}`,
  plss_meridian_code: row.plss_meridian_code,
});

function surveyed(row: typeof plssTownship.$inferSelect): FoundTownship {
  return {
    plssid: row.plssid,
    label: row.label,
    ...namesOf(row),
    is_approximate: false,
    geom: toMultiPolygon(parseStoredGeometry(row.geom)),
  };
}

export function toComputedTownship(square: GridTownship): FoundTownship {
  const township = formatTownship(square.township);
  const range = formatRange(square.range);
  return {
    plssid: null,
    label: `${township.slice(1)} ${range.slice(1)}`,
    township,
    range,
    plss_meridian_code: square.meridian,
    is_approximate: true,
    geom: { type: "MultiPolygon", coordinates: [[toPositions(square.corners)]] },
  };
}

/**
 * Read the townships that a box touches: surveyed townships, else those of the approximate grid where the grid is
 * accurate enough.
 */
export async function readTownshipsInBox(
  read: Read,
  box: Box,
  most = MAX_TOWNSHIPS,
): Promise<FoundTownship[]> {
  const rows = await read
    .select()
    .from(plssTownship)
    .where(inArray(plssTownship.id, inBox("plss_township_box", box)))
    .limit(most);
  return rows.length ? rows.map(surveyed) : listGridTownships(box).slice(0, most).map(toComputedTownship);
}

/** Read the townships with a name, limited to a state or to meridians if given. */
export async function findTownshipsByName(
  read: Read,
  name: { township: Township; range: Range | null },
  where: { us_state_id?: number; meridians: readonly string[] },
): Promise<FoundTownship[]> {
  const { township, range } = name;
  const rows = await read
    .select()
    .from(plssTownship)
    .where(
      and(
        where.us_state_id === undefined ? undefined : eq(plssTownship.us_state_id, where.us_state_id),
        eq(plssTownship.township_number, township.number),
        eq(plssTownship.township_direction, township.direction),
        range ? eq(plssTownship.range_number, range.number) : undefined,
        range ? eq(plssTownship.range_direction, range.direction) : undefined,
      ),
    )
    .limit(MAX_TOWNSHIPS);
  if (rows.length || !range) return rows.map(surveyed);
  return where.meridians.flatMap((meridian) => {
    const square = findGridTownship(meridian, township, range);
    return square ? [toComputedTownship(square)] : [];
  });
}

export type FoundSection = {
  township: string;
  range: string;
  section: string | null;
  plss_meridian_code: string;
  meridian: string | null;
  is_approximate: boolean;
};

/**
 * Maximum number of outlines checked for one search. A shape that touches more outlines doesn't lie mostly in any of
 * them.
 */
const MAX_TOWNS = 60;
const MAX_SECTIONS_OF = 600;

/**
 * Find the townships, ranges and sections that contain the given points, the one with most points first. Uses the
 * survey, else the approximate grid where it is accurate enough. This is a suggestion; a deed decides.
 */
export async function findSectionsAt(read: Read, points: readonly Point[]): Promise<FoundSection[]> {
  const box = getBoundingBox(points);
  if (!box) return [];
  const [townships, sections] = await Promise.all([
    read
      .select()
      .from(plssTownship)
      .where(inArray(plssTownship.id, inBox("plss_township_box", box)))
      .limit(MAX_TOWNS),
    read
      .select()
      .from(plssSection)
      .where(inArray(plssSection.id, inBox("plss_section_box", box)))
      .limit(MAX_SECTIONS_OF),
  ]);
  const rings = <R extends { geom: string }>(row: R) => ({
    row,
    rings: getOuterRings(toMultiPolygon(parseStoredGeometry(row.geom))),
  });
  const [towns, squares] = [townships.map(rings), sections.map(rings)];
  const map = new Map<string, { section: Unnamed; points: number }>();
  for (const point of points) {
    const holds = (of: { rings: Point[][] }) => of.rings.some((ring) => isInRing(point, ring));
    const town = towns.find(holds)?.row;
    const square = town && squares.find((s) => s.row.plssid === town.plssid && holds(s));
    const section = town ? asSurveyed(town, square?.row.frstdivno ?? null) : asComputed(point);
    if (!section) continue;
    const key = Object.values(section).join(" ");
    const known = map.get(key);
    if (known) known.points++;
    else map.set(key, { section, points: 1 });
  }
  const byShare = [...map.values()].sort((a, b) => b.points - a.points);
  return Promise.all(byShare.map(({ section }) => named(read, section)));
}

/** Find the township, range and section of one point; null if no survey lines exist there. */
export const findSectionAt = async (read: Read, point: Point): Promise<FoundSection | null> =>
  (await findSectionsAt(read, [point]))[0] ?? null;

type Unnamed = Omit<FoundSection, "meridian">;

// Omit the township's outline, which no caller needs: a shape has up to 1,000 points to look up, and the points around
// it 9,000.
function asSurveyed(row: typeof plssTownship.$inferSelect, section: string | null): Unnamed {
  return { ...namesOf(row), section, is_approximate: false };
}

function asComputed(point: Point): Unnamed | null {
  const guess = findGridSection(point);
  if (!guess) return null;
  const { township, range, meridian } = guess.square;
  return {
    township: formatTownship(township),
    range: formatRange(range),
    plss_meridian_code: meridian,
    section: String(guess.section),
    is_approximate: true,
  };
}

async function named(read: Read, unnamed: Unnamed): Promise<FoundSection> {
  const [row] = await read
    .select({ name: plssMeridian.name })
    .from(plssMeridian)
    .where(eq(plssMeridian.code, unnamed.plss_meridian_code));
  return { ...unnamed, meridian: row?.name ?? null };
}

/** Read the sections of surveyed townships that a box touches. */
export async function readSectionsInBox(read: Read, box: Box, most: number) {
  const rows = await read
    .select({ section: plssSection.frstdivno, geom: plssSection.geom })
    .from(plssSection)
    .where(inArray(plssSection.id, inBox("plss_section_box", box)))
    .limit(most);
  return rows.map(({ section, geom }) => ({ section, geom: toMultiPolygon(parseStoredGeometry(geom)) }));
}
