import type { LineString, Point, Polygon } from "geojson";
import { z } from "zod";
import { usState } from "#db/schema";
import { type BasemapLine, readBasemap, toDegrees } from "~/lib/basemap/land.server";
import { readTowns } from "~/lib/basemap/towns.server";
import { baseMapOutput } from "~/web/geojson-output";
import { procedure } from "~/web/procedure";
import { getStateLabelPosition } from "./ground.server";

/** Rank of towns with at least 20,000 people; their names are shown where they fit. */
const LARGE = 3;

type Kind = "neighbor" | "lake" | "river" | "state" | "state-name" | "town";
const feature = (kind: Kind, name: string, geometry: Polygon | LineString | Point) => ({
  type: "Feature" as const,
  properties: { kind, name, is_approximate: kind !== "town" && kind !== "state-name" },
  geometry,
});
const area = (kind: Kind, lines: readonly BasemapLine[]) =>
  lines.map((line) => feature(kind, "", { type: "Polygon", coordinates: [toDegrees(line)] }));

/** Return the map data that ships with the program, for the interactive map. */
export const getBasemapData = procedure({
  name: "getGround",
  input: z.strictObject({}),
  output: baseMapOutput,
  async run({ read }) {
    const [{ states, neighbors, lakes, rivers }, towns, names] = await Promise.all([
      readBasemap(),
      readTowns(),
      read.select().from(usState).orderBy(usState.id),
    ]);
    return {
      type: "FeatureCollection" as const,
      features: [
        ...area("neighbor", neighbors),
        ...area(
          "state",
          states.flatMap(({ lines }) => lines),
        ),
        ...area("lake", lakes),
        ...rivers.map((line) => feature("river", "", { type: "LineString", coordinates: toDegrees(line) })),
        ...names.map((state) => {
          const { latitude, longitude } = getStateLabelPosition(state);
          return feature("state-name", state.name, { type: "Point", coordinates: [longitude, latitude] });
        }),
        ...towns
          .filter((town) => town.size >= LARGE)
          .sort((a, b) => b.size - a.size)
          .map(({ name, latitude, longitude }) =>
            feature("town", name, { type: "Point", coordinates: [longitude, latitude] }),
          ),
      ],
    };
  },
});
