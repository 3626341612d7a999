import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { MultiPolygon } from "geojson";
import type { Read } from "#db/client.server";
import { plssMeridian, plssSection, plssTownship } from "#db/schema";
import { isInRing, outerRings, positionsOf } from "~/domain/geo/areas";
import { type Box, boxOf, type Point } from "~/domain/geo/geo";
import { multiPolygonOf, storedGeometry } from "~/domain/geo/geometry";
import { type GridTownship, gridSectionAt, gridTownship, gridTownships } from "~/domain/plss/grid";
import { formatRange, formatTownship, type Range, type Township } from "~/domain/plss/plss";

/** A township with its outline; `is_approximate` where it was worked out and not surveyed. */
export type FoundTownship = {
  plssid: string | null;
  label: string;
  township: string;
  range: string;
  plss_meridian_code: string;
  is_approximate: boolean;
  geom: MultiPolygon;
};

export const MOST_TOWNSHIPS = 200;

/** Ids of what an R*Tree has in a box; SQLite rounds its boxes outwards, so nothing is missed. */
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
    geom: multiPolygonOf(storedGeometry(row.geom)),
  };
}

export function computedTownship(square: GridTownship): FoundTownship {
  const township = formatTownship(square.township);
  const range = formatRange(square.range);
  return {
    plssid: null,
    label: `${township.slice(1)} ${range.slice(1)}`,
    township,
    range,
    plss_meridian_code: square.meridian,
    is_approximate: true,
    geom: { type: "MultiPolygon", coordinates: [[positionsOf(square.corners)]] },
  };
}

/** The townships that a box touches: the surveyed ones, else the approximate grid where that is good. */
export async function townshipsIn(read: Read, box: Box, most = MOST_TOWNSHIPS): Promise<FoundTownship[]> {
  const rows = await read
    .select()
    .from(plssTownship)
    .where(inArray(plssTownship.id, inBox("plss_township_box", box)))
    .limit(most);
  return rows.length ? rows.map(surveyed) : gridTownships(box).slice(0, most).map(computedTownship);
}

/** The townships of a name, in a state or under a meridian where one is given. */
export async function townshipsNamed(
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
    .limit(MOST_TOWNSHIPS);
  if (rows.length || !range) return rows.map(surveyed);
  return where.meridians.flatMap((meridian) => {
    const square = gridTownship(meridian, township, range);
    return square ? [computedTownship(square)] : [];
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

/** How many outlines are checked for one place; a shape that touches more says little about any. */
const MOST_TOWNS = 60;
const MOST_SECTIONS_OF = 600;

/**
 * The townships, ranges and sections that places lie in, the one with most of them first: as surveyed, else by the
 * approximate grid where that is good. They suggest; a deed decides.
 */
export async function sectionsAt(read: Read, points: readonly Point[]): Promise<FoundSection[]> {
  const box = boxOf(points);
  if (!box) return [];
  const [townships, sections] = await Promise.all([
    read
      .select()
      .from(plssTownship)
      .where(inArray(plssTownship.id, inBox("plss_township_box", box)))
      .limit(MOST_TOWNS),
    read
      .select()
      .from(plssSection)
      .where(inArray(plssSection.id, inBox("plss_section_box", box)))
      .limit(MOST_SECTIONS_OF),
  ]);
  const rings = <R extends { geom: string }>(row: R) => ({
    row,
    rings: outerRings(multiPolygonOf(storedGeometry(row.geom))),
  });
  const [towns, squares] = [townships.map(rings), sections.map(rings)];
  const found = new Map<string, { section: Unnamed; points: number }>();
  for (const at of points) {
    const holds = (of: { rings: Point[][] }) => of.rings.some((ring) => isInRing(at, ring));
    const town = towns.find(holds)?.row;
    const square = town && squares.find((s) => s.row.plssid === town.plssid && holds(s));
    const section = town ? asSurveyed(town, square?.row.frstdivno ?? null) : asComputed(at);
    if (!section) continue;
    const key = Object.values(section).join(" ");
    const known = found.get(key);
    if (known) known.points++;
    else found.set(key, { section, points: 1 });
  }
  const byShare = [...found.values()].sort((a, b) => b.points - a.points);
  return Promise.all(byShare.map(({ section }) => named(read, section)));
}

/** The township, range and section of one place; null where no lines are known. */
export const sectionAt = async (read: Read, at: Point): Promise<FoundSection | null> =>
  (await sectionsAt(read, [at]))[0] ?? null;

type Unnamed = Omit<FoundSection, "meridian">;

// A shape has up to 1,000 points, and the land around it 9,000. No point needs the township's outline.
function asSurveyed(row: typeof plssTownship.$inferSelect, section: string | null): Unnamed {
  return { ...namesOf(row), section, is_approximate: false };
}

function asComputed(at: Point): Unnamed | null {
  const guess = gridSectionAt(at);
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

async function named(read: Read, found: Unnamed): Promise<FoundSection> {
  const [row] = await read
    .select({ name: plssMeridian.name })
    .from(plssMeridian)
    .where(eq(plssMeridian.code, found.plss_meridian_code));
  return { ...found, meridian: row?.name ?? null };
}

/** Sections of surveyed townships that a box touches. */
export async function sectionsIn(read: Read, box: Box, most: number) {
  const rows = await read
    .select({ section: plssSection.frstdivno, geom: plssSection.geom })
    .from(plssSection)
    .where(inArray(plssSection.id, inBox("plss_section_box", box)))
    .limit(most);
  return rows.map(({ section, geom }) => ({ section, geom: multiPolygonOf(storedGeometry(geom)) }));
}
