import { and, eq } from "drizzle-orm";
import type { Read } from "#db/client.server";
import { plssSection, usState } from "#db/schema";
import { getOuterRings } from "~/lib/geo/areas";
import { type Box, getBoundingBox } from "~/lib/geo/geo";
import { parseStoredGeometry } from "~/lib/geo/geometry";
import { fitView, type View } from "~/lib/geo/view";
import { listMeridianCodes } from "~/lib/land-description/meridians";
import { type Aliquots, computeAliquotBox } from "~/lib/land-description/parse-land";
import { getSectionPosition, parseRange, parseSection, parseTownship } from "~/lib/land-description/plss";
import { type FoundTownship, findTownshipsByName } from "~/modules/land/shared/townships.server";

/** Return the view of a section, or of the named halves and quarters of the section. */
function viewOfPart(section: Box, aliquots: Aliquots): View | null {
  const part = computeAliquotBox(section, aliquots);
  return fitView(
    [
      { latitude: part.max_latitude, longitude: part.min_longitude },
      { latitude: part.min_latitude, longitude: part.max_longitude },
    ],
    aliquots.length ? 15 : 14,
  );
}

/** Return the view of a section: as surveyed, else by its position among the township's thirty-six sections. */
export async function findSectionView(
  read: Read,
  township: FoundTownship,
  section: number,
  aliquots: Aliquots = [],
): Promise<View | null> {
  if (township.plssid) {
    const [row] = await read
      .select()
      .from(plssSection)
      .where(and(eq(plssSection.plssid, township.plssid), eq(plssSection.frstdivno, String(section))));
    const shape = row && parseStoredGeometry(row.geom);
    const rings =
      shape?.type === "MultiPolygon"
        ? getOuterRings(shape)
        : shape?.type === "Polygon"
          ? getOuterRings({ type: "MultiPolygon", coordinates: [shape.coordinates] })
          : [];
    const outline = getBoundingBox(rings.flat());
    if (outline) return viewOfPart(outline, aliquots);
  }
  const box = getBoundingBox(getOuterRings(township.geom).flat());
  if (!box) return null;
  const { row, column } = getSectionPosition(section);
  const across = (box.max_longitude - box.min_longitude) / 6;
  const down = (box.max_latitude - box.min_latitude) / 6;
  const at = (east: number, south: number) => ({
    latitude: box.max_latitude - (row + south) * down,
    longitude: box.min_longitude + (column + east) * across,
  });
  const square = getBoundingBox([at(0, 0), at(1, 1)]);
  return square && viewOfPart(square, aliquots);
}

/** Township, range and section as recorded in a job. */
export type DescribedLand = {
  us_state_id: number | null;
  township: string | null;
  range: string | null;
  section: string | null;
  plss_meridian_code: string | null;
};

/** Return views of the land that a description names, one for each meridian that has this section or township. */
export async function findLandViews(read: Read, land: DescribedLand): Promise<View[]> {
  const township = parseTownship(land.township ?? "");
  const range = parseRange(land.range ?? "");
  if (!township || !range || land.us_state_id === null) return [];
  const [state] = await read.select().from(usState).where(eq(usState.id, land.us_state_id));
  const meridians = land.plss_meridian_code
    ? [land.plss_meridian_code]
    : listMeridianCodes(state?.stusps ?? "");
  const townships = await findTownshipsByName(
    read,
    { township, range },
    { us_state_id: land.us_state_id, meridians },
  );
  const section = parseSection(land.section ?? "");
  const views = await Promise.all(
    townships
      .filter((t) => meridians.includes(t.plss_meridian_code))
      .map((t) => (section ? findSectionView(read, t, section) : fitView(getOuterRings(t.geom).flat()))),
  );
  return views.filter((view) => view !== null);
}
