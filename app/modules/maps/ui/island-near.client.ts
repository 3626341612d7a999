import type { Feature, FeatureCollection } from "geojson";
import type mapboxgl from "mapbox-gl";
import type { MapPalette } from "../rules/island-style";
import { addLayers } from "./island-sights.client";

/** Minimum zooms for map data, starting with counties and then roads, and for road names. */
const NEAR_ZOOM = 6;
const NAMES_ZOOM = 10;
const NONE: FeatureCollection = { type: "FeatureCollection", features: [] };

/**
 * Load roads, waters, towns, townships and sections in the visible part of the map from this server whenever the map is
 * moved. Return a function that lists the current names of roads and towns.
 */
export function showLocalMapData(
  map: mapboxgl.Map,
  palette: MapPalette,
  { isPhoto, streets }: { isPhoto: boolean; streets: boolean },
): () => Feature[] {
  let shown: FeatureCollection = NONE;
  map.addSource("near", { type: "geojson", data: NONE });
  addLayers(map, nearLayers(palette, isPhoto, streets));
  followMoves(
    map,
    "near",
    NEAR_ZOOM,
    (box) => `/api/map/near?${box}&zoom=${Math.floor(map.getZoom())}`,
    (data) => {
      shown = data;
    },
  );
  return () => (streets ? namesOf(shown, map) : []);
}

const AREAS_ZOOM = 9;

/** Show the areas of jobs at close zoom, in addition to the pins shown at any zoom; `sights` is the URL of the pins. */
export function showJobAreas(map: mapboxgl.Map, sights: string, { spruce }: MapPalette) {
  map.addSource("job-areas", { type: "geojson", data: NONE });
  const only = ["==", ["get", "kind"], "area"];
  const layer = (id: string, type: string, paint: object) => ({
    id,
    type,
    source: "job-areas",
    filter: only,
    paint,
  });
  addLayers(map, [
    layer("job-area-fill", "fill", { "fill-color": spruce, "fill-opacity": 0.25 }),
    layer("job-area", "line", { "line-color": spruce, "line-width": 2 }),
  ]);
  followMoves(map, "job-areas", AREAS_ZOOM, (box) => `${sights}&areas=1&${box}`);
}

/**
 * Fill a source with its URL's response for the visible part of the map, and again after each move. The map's element
 * stores the number of features shown: `data-painted-near="120"`.
 */
function followMoves(
  map: mapboxgl.Map,
  id: string,
  from: number,
  addressOf: (box: string) => string,
  shown: (data: FeatureCollection) => void = () => {},
) {
  let query = "";
  const set = (data: FeatureCollection) => {
    const source = map.getSource(id);
    shown(data);
    if (source?.type !== "geojson") return;
    map.once("idle", () =>
      map.getContainer().setAttribute(`data-painted-${id}`, String(data.features.length)),
    );
    source.setData(data);
  };
  const ask = async () => {
    const address = map.getZoom() < from ? "" : addressOf(boxText(map));
    if (address === query) return;
    query = address;
    if (!address) return set(NONE);
    // If the request fails, the map keeps its current data; no form field depends on this data.
    const answer = await fetch(address).catch(() => null);
    if (!answer?.ok) return;
    const data: FeatureCollection = await answer.json();
    if (query === address) set(data);
  };
  map.on("moveend", () => void ask());
  void ask();
}

/** Return the box of the visible part, widened to a grid so that a small move needs no new request. */
function boxText(map: mapboxgl.Map): string {
  const bounds = map.getBounds();
  const zoom = Math.floor(map.getZoom());
  const step = 360 / 2 ** (zoom + 1);
  const low = (value: number) => Math.floor(value / step) * step;
  const high = (value: number) => Math.ceil(value / step) * step;
  const query = new URLSearchParams({
    west: low(bounds.getWest()).toFixed(4),
    south: low(bounds.getSouth()).toFixed(4),
    east: high(bounds.getEast()).toFixed(4),
    north: high(bounds.getNorth()).toFixed(4),
  });
  return query.toString();
}

/** Return the names of towns and counties, and the name of each road once, in the middle of a visible piece. */
function namesOf({ features }: FeatureCollection, map: mapboxgl.Map): Feature[] {
  const bounds = map.getBounds();
  const zoom = map.getZoom();
  const seen = new Set<string>();
  return features.flatMap((feature) => {
    const { kind, name, rank } = feature.properties ?? {};
    if (kind === "town") return [feature];
    if (kind === "county" && feature.geometry.type === "Point")
      return [{ ...feature, properties: { ...feature.properties, name: `${name} Co.` } }];
    if (kind !== "street" || !name || seen.has(name) || zoom < NAMES_ZOOM || rank > zoom - 8) return [];
    if (feature.geometry.type !== "MultiLineString") return [];
    const inside = feature.geometry.coordinates.flat().filter(([x = 0, y = 0]) => bounds.contains([x, y]));
    const middle = inside[Math.floor(inside.length / 2)];
    if (!middle) return [];
    seen.add(name);
    return [{ ...feature, geometry: { type: "Point" as const, coordinates: middle } }];
  });
}

function nearLayers(palette: MapPalette, isPhoto: boolean, streets: boolean): object[] {
  const line = isPhoto ? "#ffffff" : palette.soft;
  const of = (kind: string) => ["==", ["get", "kind"], kind];
  const layer = (id: string, type: string, filter: unknown, paint: object) => ({
    id: `near-${id}`,
    type,
    source: "near",
    filter,
    paint,
  });
  const roads = (id: string, from: number, to: number, width: number, more: object = {}) =>
    layer(id, "line", ["all", of("street"), [">=", ["get", "rank"], from], ["<=", ["get", "rank"], to]], {
      "line-color": from === 1 && !isPhoto ? palette.edge : line,
      "line-width": width,
      ...more,
    });
  const survey = (kind: string, width: number) => [
    layer(kind, "line", ["all", of(kind), ["!", ["get", "is_approximate"]]], {
      "line-color": isPhoto ? "#ffffff" : palette.edge,
      "line-width": width,
    }),
    // A click on the area shows its name; its border alone would be hard to hit.
    layer(`${kind}-press`, "fill", of(kind), { "fill-color": palette.card, "fill-opacity": 0 }),
  ];
  return [
    ...(isPhoto ? [] : [layer("water", "fill", of("water"), { "fill-color": palette.water })]),
    ...(isPhoto
      ? []
      : [layer("stream", "line", of("stream"), { "line-color": palette.water, "line-width": 1.5 })]),
    ...(streets
      ? [
          layer("county", "line", of("county"), {
            "line-color": isPhoto ? "#ffffff" : palette.line,
            "line-width": 1,
          }),
          layer("county-press", "fill", of("county"), { "fill-color": palette.card, "fill-opacity": 0 }),
        ]
      : []),
    ...survey("section", 0.5),
    ...survey("township", 1),
    layer("township-guess", "line", ["all", of("township"), ["get", "is_approximate"]], {
      "line-color": line,
      "line-width": 1,
      "line-dasharray": [4, 3],
    }),
    ...(streets
      ? [
          roads("tracks", 5, 5, 1, { "line-dasharray": [3, 2] }),
          roads("minor", 3, 4, 1.5),
          roads("major", 1, 2, 3),
        ]
      : []),
  ];
}
