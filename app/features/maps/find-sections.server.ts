import { and, eq } from "drizzle-orm";
import type { Read } from "#db/client.server";
import { plssSection } from "#db/schema";
import { outerRings } from "~/domain/geo/areas";
import { boxOf } from "~/domain/geo/geo";
import { storedGeometry } from "~/domain/geo/geometry";
import { type View, viewOf } from "~/domain/geo/view";
import { sectionPlace } from "~/domain/plss/plss";
import type { FoundTownship } from "~/features/plss/townships.server";

/** From where a section is looked at: as surveyed, else by its place among the township's thirty-six. */
export async function sectionViews(
  read: Read,
  township: FoundTownship,
  section: number,
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
    if (rings.length) return viewOf(rings.flat(), 14);
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
  return viewOf([at(0, 0), at(1, 1)], 14);
}
