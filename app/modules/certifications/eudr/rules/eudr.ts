import type { MultiPolygon } from "geojson";
import { computeRingArea, getOuterRings, isSelfIntersecting, type Ring, toPositions } from "~/lib/geo/areas";
import { formatCoordinates } from "~/lib/geo/coordinates";
import type { Point } from "~/lib/geo/geo";

/** Facts about a harvest for reporting to a buyer in the European Union. */
export type EudrHarvest = {
  name: string;
  /** "Crawford, MI" */
  county: string;
  geom: MultiPolygon | null;
  pin: Point | null;
  /** The land owner; null if there is none or the reader may not see it. */
  producer: string | null;
  may_see_producer: boolean;
  /** Products that name no species. */
  unnamed_products: readonly string[];
};

const HECTARE = 10_000;
/** Largest plot, in hectares, that may be reported as a point (Regulation (EU) 2023/1115, article 2 (28)). */
const POINT_HECTARES = 4;

const hectares = (ring: Ring) => computeRingArea(ring) / HECTARE;

/** True if there is anything to export: a place that a buyer's system accepts. */
export function canExportEudr(harvest: EudrHarvest): boolean {
  const rings = harvest.geom ? getOuterRings(harvest.geom) : [];
  return rings.length ? !rings.some(isSelfIntersecting) : harvest.pin !== null;
}

/** Problems a buyer or its system would report; empty if none. */
export function findProblems(harvest: EudrHarvest): string[] {
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

/** A number with at least six decimals, as the regulation's system requires: 44.66 becomes 44.660000. */
const six = (value: number) => value.toFixed(6);
const position = ([x = 0, y = 0]: readonly number[]) => `[${six(x)},${six(y)}]`;

/**
 * The harvest in the format that the EUDR information system reads: one GeoJSON FeatureCollection in WGS 84, longitude
 * first, six decimals, closed rings without holes, no `crs`; each area a Polygon with its hectares, a pin alone a
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

/** Facts the page shows for each plot. */
export function listPlots(harvest: EudrHarvest): { at: string; hectares: string }[] {
  const rings = harvest.geom ? getOuterRings(harvest.geom) : [];
  if (rings.length === 0) return harvest.pin ? [{ at: formatCoordinates(harvest.pin), hectares: "" }] : [];
  return rings.map((ring) => ({
    at: ring[0] ? formatCoordinates(ring[0]) : "",
    hectares: hectares(ring).toLocaleString("en-US", { maximumFractionDigits: 2, minimumFractionDigits: 2 }),
  }));
}
