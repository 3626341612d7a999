import type { MultiPolygon } from "geojson";
import { computeRingArea, getOuterRings, isSelfIntersecting, type Ring, toPositions } from "~/lib/geo/areas";
import { formatCoordinates } from "~/lib/geo/coordinates";
import type { Point } from "~/lib/geo/geo";

/** Facts about a harvest that are reported to a buyer in the European Union. */
export type EudrHarvest = {
  name: string;
  /** "Crawford, MI" */
  county: string;
  geom: MultiPolygon | null;
  pin: Point | null;
  /** Name of the land owner; null if there is none or the user may not see it. */
  producer: string | null;
  may_see_producer: boolean;
  /** Names of the job's products that don't specify a species. */
  unnamed_products: readonly string[];
};

const HECTARE = 10_000;
/** Largest plot, in hectares, that may be reported as a point (Regulation (EU) 2023/1115, article 2 (28)). */
const POINT_HECTARES = 4;

const hectares = (ring: Ring) => computeRingArea(ring) / HECTARE;

/** Check whether the harvest has a location that a buyer's system accepts, so that it can be exported. */
export function canExportEudr(harvest: EudrHarvest): boolean {
  const rings = harvest.geom ? getOuterRings(harvest.geom) : [];
  return rings.length ? !rings.some(isSelfIntersecting) : harvest.pin !== null;
}

/** List the problems that a buyer or its system would report; empty if none. */
export function findEudrProblems(harvest: EudrHarvest): string[] {
  const rings = harvest.geom ? getOuterRings(harvest.geom) : [];
  const holes = (harvest.geom?.coordinates ?? []).flatMap((area, i) => (area.length > 1 ? [i + 1] : []));
  return [
    ...(rings.length || harvest.pin
      ? []
      : ["The job doesn't have areas or a pin, so there is nothing to export."]),
    ...rings.flatMap((ring, i) =>
      isSelfIntersecting(ring) ? [`Area ${i + 1} crosses itself. Fix it on the job's map.`] : [],
    ),
    ...holes.map(
      (n) =>
        `Area ${n} has a hole. Holes can't be reported. Split the area to leave out land that wasn't cut.`,
    ),
    ...(rings.length === 0 && harvest.pin
      ? [
          `The job has a pin and no areas. A point counts as a plot of ${POINT_HECTARES} hectares (10 acres) at most. Draw the areas if it is larger.`,
        ]
      : []),
    ...(harvest.may_see_producer
      ? harvest.producer
        ? []
        : ["The job has no land owner, so ProducerName is left out."]
      : ["Your crew can't see the job's companies, so ProducerName is left out."]),
    ...harvest.unnamed_products.map(
      (product) => `${product} doesn't name a species. Buyers ask for the scientific name of each one.`,
    ),
  ];
}

/** Format a number with six decimals, since the regulation's system requires at least six: 44.66 becomes 44.660000. */
const six = (value: number) => value.toFixed(6);
const position = ([x = 0, y = 0]: readonly number[]) => `[${six(x)},${six(y)}]`;

/**
 * Format the harvest for the EUDR information system: one GeoJSON FeatureCollection in WGS 84, longitude first, six
 * decimals, closed rings without holes, no `crs`. Each area is a Polygon with its hectares; a pin without areas is a
 * Point.
 */
export function buildEudrGeoJson(harvest: EudrHarvest): string {
  const rings = harvest.geom ? getOuterRings(harvest.geom) : [];
  const properties = (area: string | null, n: number | null) =>
    JSON.stringify({
      ...(harvest.producer && harvest.may_see_producer ? { ProducerName: harvest.producer } : {}),
      ProducerCountry: "US",
      ProductionPlace: `${harvest.name}${n === null ? "" : `, area ${n}`}, ${harvest.county}`,
      ...(area === null ? {} : { Area: Number(area) }),
    });
  const feature = (geometry: string, about: string) =>
    `{"type":"Feature","properties":${about},"geometry":${geometry}}`;
  const features = rings.map((ring, i) =>
    feature(
      `{"type":"Polygon","coordinates":[[${toPositions(ring).map(position).join(",")}]]}`,
      properties(hectares(ring).toFixed(4), rings.length > 1 ? i + 1 : null),
    ),
  );
  if (rings.length === 0 && harvest.pin) {
    const { longitude, latitude } = harvest.pin;
    features.push(
      feature(`{"type":"Point","coordinates":${position([longitude, latitude])}}`, properties(null, null)),
    );
  }
  return `{"type":"FeatureCollection","features":[${features.join(",")}]}\n`;
}

/** "eudr-deward-tract.geojson" */
export function buildEudrFileName(name: string): string {
  const plain = name
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 60);
  return `eudr-${plain || "job"}.geojson`;
}

/** List the facts that the page shows about each plot. */
export function listEudrPlots(harvest: EudrHarvest): { at: string; hectares: string }[] {
  const rings = harvest.geom ? getOuterRings(harvest.geom) : [];
  if (rings.length === 0) return harvest.pin ? [{ at: formatCoordinates(harvest.pin), hectares: "" }] : [];
  return rings.map((ring) => ({
    at: ring[0] ? formatCoordinates(ring[0]) : "",
    hectares: hectares(ring).toLocaleString("en-US", { maximumFractionDigits: 2, minimumFractionDigits: 2 }),
  }));
}
