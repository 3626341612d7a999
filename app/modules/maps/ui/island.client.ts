import type { FeatureCollection, Polygon } from "geojson";
import mapboxgl, { type LngLatBoundsLike } from "mapbox-gl";
import "mapbox-gl/dist/mapbox-gl.css";
import { POSITION_OPTIONS } from "~/lib/geo/device";
import type { Point } from "~/lib/geo/geo";
import type { View } from "~/lib/geo/view";
import type { AerialPhotoSources } from "../data/photo.server";
import {
  createBasemapLayers,
  createLandLayers,
  createLocalStyle,
  type MapPalette,
  SATELLITE_STYLE,
} from "../rules/island-style";
import { type DrawingButtons, type DrawOptions, enableDrawing, readTypedPoints } from "./island-draw.client";
import { showJobAreas, showLocalMapData } from "./island-near.client";
import { addLayers, labelMarkers, showMapPlaces } from "./island-sights.client";

export type InteractiveMapOptions = {
  box: HTMLElement;
  /** GeoJSON of the land: URLs, or data already in the page. */
  layers: readonly (string | FeatureCollection)[];
  /** URL of the places shown in clusters. */
  sights?: string;
  photo: AerialPhotoSources;
  /** View to show while nothing is drawn. */
  start?: View;
  /** Kind of drawing, and access to the field that stores it. */
  draws: DrawOptions | null;
  /** Announce the map's state as text: acres or miles while drawing. */
  say: (words: string) => void;
  failed: () => void;
};
export type InteractiveMap = DrawingButtons & { close(): void };

/** The middle of the country, shown until the map has content (docs/domain.md#land-description). */
const START: [number, number] = [-98.5795, 39.8283];
const START_ZOOM = 5;
const NEAREST = 15;
const FIT_DEGREES = 0.004;
const LABEL_MS = 3000;
const BOUNDS_KEY = "MapBounds";
const GROUND = "/api/map/ground";
const NAMED = ["pin", "landing", "destination"];

const colour = (name: string) => {
  // A color token may define a day and a night value; the browser resolves the value that applies.
  const probe = document.createElement("i");
  probe.style.color = `var(--${name})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
};
const palette = (): MapPalette => ({
  paper: colour("water"),
  card: colour("card"),
  line: colour("line"),
  edge: colour("edge"),
  water: colour("water"),
  sunk: colour("sunk"),
  spruce: colour("spruce"),
  amber: colour("amber"),
  soft: colour("soft"),
});

const positionsIn = (value: unknown): [number, number][] => {
  if (!Array.isArray(value)) return [];
  if (typeof value[0] === "number") return [[value[0], Number(value[1])]];
  return value.flatMap(positionsIn);
};

const ABOUT = ["area", "pin", "road", "destination", "job", "landing", "location", "load"];

/** Return the initial bounds: the drawing, else all of the map's subjects, else the county. */
function boundsOf(data: FeatureCollection, typed: readonly Point[]): LngLatBoundsLike | null {
  const at = (kinds: readonly string[]) =>
    data.features
      .filter((f) => kinds.includes(String(f.properties?.kind)))
      .flatMap((f) => positionsIn((f.geometry as Polygon).coordinates));
  const drawn = typed.map((p): [number, number] => [p.longitude, p.latitude]);
  const places = [drawn, at(ABOUT), at(["county"])].find((p) => p.length > 0);
  if (!places) return null;
  const margin = places.length === 1 ? FIT_DEGREES : 0;
  const [x, y] = [places.map(([lng]) => lng), places.map(([, lat]) => lat)];
  const least = (values: number[]) => values.reduce((a, b) => Math.min(a, b));
  const most = (values: number[]) => values.reduce((a, b) => Math.max(a, b));
  return [
    [least(x) - margin, least(y) - margin],
    [most(x) + margin, most(y) + margin],
  ];
}

function remembered(): LngLatBoundsLike | null {
  try {
    const stored = JSON.parse(localStorage.getItem(BOUNDS_KEY) ?? "null") as {
      path: string;
      bounds: LngLatBoundsLike;
    };
    return stored?.path === location.pathname ? stored.bounds : null;
  } catch {
    return null;
  }
}

function remember(map: mapboxgl.Map) {
  try {
    const bounds = map.getBounds().toArray();
    localStorage.setItem(BOUNDS_KEY, JSON.stringify({ path: location.pathname, bounds }));
  } catch {
    // Without browser storage, the last view of the map is not remembered.
  }
}

/** Open the interactive map with its data, and let users draw a form field's value on it. */
export async function openInteractiveMap(options: InteractiveMapOptions): Promise<InteractiveMap> {
  const { box, draws, photo } = options;
  const { token } = photo;
  const isPhoto = Boolean(token) || photo.usgs;
  const none: FeatureCollection = { type: "FeatureCollection", features: [] };
  const [ground, sights, ...parts] = await Promise.all([
    layerOf(token ? none : GROUND),
    layerOf(options.sights ?? none),
    ...options.layers.map(layerOf),
  ]);
  const data: FeatureCollection = { type: "FeatureCollection", features: parts.flatMap((p) => p.features) };
  const about: FeatureCollection = { ...data, features: [...data.features, ...sights.features] };
  const colours = palette();
  if (token) mapboxgl.accessToken = token;
  const typed = draws ? readTypedPoints(draws) : [];
  const start = typed.flat().length ? undefined : options.start;
  const bounds = (draws ? null : remembered()) ?? boundsOf(about, typed.flat());
  const map = new mapboxgl.Map({
    container: box,
    style: token ? SATELLITE_STYLE : createLocalStyle(colours, photo.usgs),
    center: start ? [start.longitude, start.latitude] : START,
    zoom: start?.zoom ?? START_ZOOM,
    attributionControl: isPhoto,
    preserveDrawingBuffer: true,
    doubleClickZoom: !draws,
  });
  map.addControl(new mapboxgl.NavigationControl({ showCompass: false }), "top-right");
  map.addControl(new mapboxgl.GeolocateControl({ positionOptions: POSITION_OPTIONS }), "top-right");
  map.addControl(new mapboxgl.ScaleControl({ unit: "imperial" }));
  if (bounds && !start) map.fitBounds(bounds, { padding: 32, maxZoom: NEAREST, animate: false });
  map.on("moveend", () => remember(map));
  map.on("error", () => {
    if (!map.isStyleLoaded()) options.failed();
  });
  await new Promise<void>((resolve) => map.once("load", () => resolve()));
  map.addSource("ground", { type: "geojson", data: ground });
  addLayers(map, token ? [] : createBasemapLayers(colours, photo.usgs));
  map.addSource("land", { type: "geojson", data });
  const nearNames = showLocalMapData(map, colours, { isPhoto, streets: !token });
  addLayers(map, createLandLayers(colours, isPhoto));
  const close = () => map.remove();
  if (options.sights) {
    showJobAreas(map, options.sights, colours);
    showMapPlaces(map, sights, colours);
  }
  const named = data.features.filter((f) => NAMED.includes(String(f.properties?.kind)));
  const onGround = ground.features.filter((f) => ["state-name", "town"].includes(f.properties?.kind));
  labelMarkers(map, () => [...named, ...onGround, ...nearNames()]);
  if (draws) return { ...enableDrawing(map, draws, colours, options.say), close };
  labels(map, box);
  return { close, finish() {}, undo() {}, remove() {}, another() {} };
}

async function layerOf(layer: string | FeatureCollection): Promise<FeatureCollection> {
  if (typeof layer !== "string") return layer;
  const answer = await fetch(layer);
  if (!answer.ok) throw new Error(`no layer: ${answer.status}`);
  return (await answer.json()) as FeatureCollection;
}

/** Show the name of a clicked feature for three seconds. */
function labels(map: mapboxgl.Map, box: HTMLElement) {
  let timer = 0;
  const label = document.createElement("div");
  label.className = "map-label";
  label.setAttribute("role", "status");
  box.append(label);
  map.on("click", (event) => {
    const [found] = map
      .queryRenderedFeatures(event.point)
      .filter((f) => f.properties?.name)
      .reverse()
      .sort((a, b) => rank(a.properties?.kind) - rank(b.properties?.kind));
    label.textContent = found ? String(found.properties?.name) : "";
    clearTimeout(timer);
    timer = window.setTimeout(() => {
      label.textContent = "";
    }, LABEL_MS);
  });
}
const KINDS = [
  "pin",
  "job",
  "landing",
  "location",
  "destination",
  "load",
  "road",
  "area",
  "street",
  "water",
  "stream",
  "section",
  "township",
  "county",
];
const rank = (kind: unknown) => KINDS.indexOf(String(kind));
