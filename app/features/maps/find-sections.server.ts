import { and, eq } from "drizzle-orm";
import type { Read } from "#db/client.server";
import { plssSection } from "#db/schema";
import { outerRings } from "~/domain/geo/areas";
import { type Box, boxOf } from "~/domain/geo/geo";
import { storedGeometry } from "~/domain/geo/geometry";
import { type View, viewOf } from "~/domain/geo/view";
import { type Aliquots, aliquotBox } from "~/domain/plss/parse-land";
import { sectionPlace } from "~/domain/plss/plss";
import type { FoundTownship } from "~/features/plss/townships.server";

/** The view of a section, or of the halves and quarters of it that are named. */
function viewOfPart(section: Box, aliquots: Aliquots): View | null {
  const part = aliquotBox(section, aliquots);
  return viewOf(
    [
      { latitude: part.max_latitude, longitude: part.min_longitude },
      { latitude: part.min_latitude, longitude: part.max_longitude },
    ],
    aliquots.length ? 15 : 14,
  );
}

/** From where a section is looked at: as surveyed, else by its place among the township's thirty-six. */
export async function sectionViews(
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
    const shape = row && storedGeometry(row.geom);
    const rings =
      shape?.type === "MultiPolygon"
        ? outerRings(shape)
        : shape?.type === "Polygon"
          ? outerRings({ type: "MultiPolygon", coordinates: [shape.coordinates] })
          : [];
    const outline = boxOf(rings.flat());
    if (outline) return viewOfPart(outline, aliquots);
  }
  const box = boxOf(outerRings(township.geom).flat());
  if (!box) return null;
  const { row, column } = sectionPlace(section);
  const across = (box.max_longitude - box.min_longitude) / 6;
  const down = (box.max_latitude - box.min_latitude) / 6;
  const at = (east: number, south: number) => ({
    latitude: box.max_latitude - (row + south) * down,
    longitude: box.min_longitude + (column + east) * across,
  });
  const square = boxOf([at(0, 0), at(1, 1)]);
  return square && viewOfPart(square, aliquots);
}
