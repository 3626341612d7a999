import type { FeatureCollection, Polygon } from "geojson";
import mapboxgl, { type LngLatBoundsLike } from "mapbox-gl";
import "mapbox-gl/dist/mapbox-gl.css";
import type { Point } from "~/domain/geo/geo";
import { type DrawingButtons, type Draws, drawOn, pointsTypedIn } from "./island-draw.client";
import { HYBRID, landLayers, localStyle, type Palette } from "./island-style";

export type IslandOptions = {
  box: HTMLElement;
  /** GeoJSON of the land: addresses, and data that the page has. */
  layers: readonly (string | FeatureCollection)[];
  token: string | null;
  /** What is drawn, and the field that is filled with it. */
  draws: Draws | null;
  /** What the map is to say in words: acres, or miles, while drawing. */
  say: (words: string) => void;
  failed: () => void;
};
export type Island = DrawingButtons & { close(): void };

/** The middle of the country, until there is something to show (spec 1, section 9). */
const START: [number, number] = [-98.5795, 39.8283];
const START_ZOOM = 5;
const NEAREST = 15;
const FIT_DEGREES = 0.004;
const LABEL_MS = 3000;
const BOUNDS_KEY = "MapBounds";

const colour = (name: string) => {
  // A token may be a pair for day and night; the browser says which it is here.
  const probe = document.createElement("i");
  probe.style.color = `var(--${name})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
};
const palette = (): Palette => ({
  paper: colour("sunk"),
  card: colour("card"),
  line: colour("line"),
  edge: colour("edge"),
  spruce: colour("spruce"),
  amber: colour("amber"),
});

const positionsIn = (value: unknown): [number, number][] => {
  if (!Array.isArray(value)) return [];
  if (typeof value[0] === "number") return [[value[0], Number(value[1])]];
  return value.flatMap(positionsIn);
};

/** The bounds to begin with: what is drawn or shown, else the county, else where one looked last. */
function boundsOf(data: FeatureCollection, typed: readonly Point[]): LngLatBoundsLike | null {
  const at = (kinds: readonly string[]) =>
    data.features
      .filter((f) => kinds.includes(String(f.properties?.kind)))
      .flatMap((f) => positionsIn((f.geometry as Polygon).coordinates));
  const drawn = typed.map((p): [number, number] => [p.longitude, p.latitude]);
  const places = [drawn, at(["area", "pin"]), at(["destination"]), at(["county"])].find((p) => p.length > 0);
  if (!places) return null;
  const margin = places.length === 1 ? FIT_DEGREES : 0;
  const [x, y] = [places.map(([lng]) => lng), places.map(([, lat]) => lat)];
  return [
    [Math.min(...x) - margin, Math.min(...y) - margin],
    [Math.max(...x) + margin, Math.max(...y) + margin],
  ];
}

function remembered(): LngLatBoundsLike | null {
  try {
    const kept = JSON.parse(localStorage.getItem(BOUNDS_KEY) ?? "null") as {
      path: string;
      bounds: LngLatBoundsLike;
    };
    return kept?.path === location.pathname ? kept.bounds : null;
  } catch {
    return null;
  }
}

function remember(map: mapboxgl.Map) {
  try {
    const bounds = map.getBounds().toArray();
    localStorage.setItem(BOUNDS_KEY, JSON.stringify({ path: location.pathname, bounds }));
  } catch {
    // A browser that keeps nothing shows the same map next time.
  }
}

/** Opens the map that can be moved, over its own data, and lets a form's field be drawn on it. */
export async function openMap(options: IslandOptions): Promise<Island> {
  const { box, draws, token } = options;
  const parts = await Promise.all(options.layers.map(layerOf));
  const data: FeatureCollection = { type: "FeatureCollection", features: parts.flatMap((p) => p.features) };
  const colours = palette();
  if (token) mapboxgl.accessToken = token;
  const typed = draws ? pointsTypedIn(draws) : [];
  const bounds = (draws ? null : remembered()) ?? boundsOf(data, typed.flat());
  const map = new mapboxgl.Map({
    container: box,
    style: token ? HYBRID : localStyle(colours),
    center: START,
    zoom: START_ZOOM,
    attributionControl: Boolean(token),
    preserveDrawingBuffer: true,
    doubleClickZoom: !draws,
  });
  map.addControl(new mapboxgl.NavigationControl({ showCompass: false }), "top-right");
  map.addControl(
    new mapboxgl.GeolocateControl({ positionOptions: { enableHighAccuracy: true } }),
    "top-right",
  );
  map.addControl(new mapboxgl.ScaleControl({ unit: "imperial" }));
  if (bounds) map.fitBounds(bounds, { padding: 32, maxZoom: NEAREST, animate: false });
  map.on("moveend", () => remember(map));
  map.on("error", () => {
    if (!map.isStyleLoaded()) options.failed();
  });
  await new Promise<void>((resolve) => map.once("load", () => resolve()));
  map.addSource("land", { type: "geojson", data });
  for (const layer of landLayers(colours, Boolean(token))) map.addLayer(layer as mapboxgl.AnyLayer);
  const close = () => map.remove();
  if (draws) return { ...drawOn(map, draws, colours, options.say), close };
  labels(map, box);
  return { close, finish() {}, undo() {}, remove() {}, another() {} };
}

async function layerOf(layer: string | FeatureCollection): Promise<FeatureCollection> {
  if (typeof layer !== "string") return layer;
  const answer = await fetch(layer);
  if (!answer.ok) throw new Error(`no layer: ${answer.status}`);
  return (await answer.json()) as FeatureCollection;
}

/** The name of what is pressed, for three seconds. */
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
const KINDS = ["pin", "destination", "road", "area", "township", "county"];
const rank = (kind: unknown) => KINDS.indexOf(String(kind));
