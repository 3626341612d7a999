import MapboxDraw, { type DrawState } from "@mapbox/mapbox-gl-draw";
import "@mapbox/mapbox-gl-draw/dist/mapbox-gl-draw.css";
import type { FeatureCollection, Polygon } from "geojson";
import mapboxgl, { type LngLatBoundsLike } from "mapbox-gl";
import "mapbox-gl/dist/mapbox-gl.css";
import { acresIn, acresText, positionsOf, ringOf } from "~/domain/geo/areas";
import { coordinatesText, parseCoordinates } from "~/domain/geo/coordinates";
import type { Point } from "~/domain/geo/geo";
import { drawStyles, HYBRID, landLayers, localStyle, type Palette } from "./island-style";
import { areasText, closed, parseAreas } from "./location";

export type IslandOptions = {
  box: HTMLElement;
  /** GeoJSON of the land: addresses, and data that the page has. */
  layers: readonly (string | FeatureCollection)[];
  token: string | null;
  /** What is drawn, and the field that is filled with it. */
  draws: { kind: "pin" | "areas"; field: HTMLInputElement | HTMLTextAreaElement } | null;
  /** What the map is to say in words: acres while drawing. */
  say: (words: string) => void;
  failed: () => void;
};
export type Island = {
  close(): void;
  finish(): void;
  undo(): void;
  remove(): void;
  another(): void;
};

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
  const typed = draws ? typedIn(draws) : [];
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
  if (!draws) {
    labels(map, box);
    return { close: () => map.remove(), finish() {}, undo() {}, remove() {}, another() {} };
  }
  return draws.kind === "pin"
    ? pinOn(map, draws.field, typed)
    : areasOn(map, draws.field, typed, options, colours);
}

async function layerOf(layer: string | FeatureCollection): Promise<FeatureCollection> {
  if (typeof layer !== "string") return layer;
  const answer = await fetch(layer);
  if (!answer.ok) throw new Error(`no layer: ${answer.status}`);
  return (await answer.json()) as FeatureCollection;
}

const typedIn = ({ kind, field }: NonNullable<IslandOptions["draws"]>): Point[][] => {
  if (kind === "areas") return parseAreas(field.value).areas.map((area) => area.points);
  const pin = parseCoordinates(field.value);
  return pin ? [[pin]] : [];
};

/** Whoever keeps drafts hears of it as of typing. */
function fill(field: HTMLInputElement | HTMLTextAreaElement, text: string) {
  field.value = text;
  for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, { bubbles: true }));
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

function pinOn(map: mapboxgl.Map, field: HTMLInputElement | HTMLTextAreaElement, [typed]: Point[][]): Island {
  const marker = new mapboxgl.Marker({ color: palette().spruce, draggable: true });
  const set = ({ lng, lat }: { lng: number; lat: number }) => {
    marker.setLngLat([lng, lat]).addTo(map);
    fill(field, coordinatesText({ latitude: lat, longitude: lng }));
  };
  const [pin] = typed ?? [];
  if (pin) marker.setLngLat([pin.longitude, pin.latitude]).addTo(map);
  map.getCanvas().style.cursor = "crosshair";
  map.on("click", (event) => set(event.lngLat));
  marker.on("dragend", () => set(marker.getLngLat()));
  return {
    close: () => map.remove(),
    finish() {},
    undo() {},
    another() {},
    remove() {
      marker.remove();
      fill(field, "");
    },
  };
}

function areasOn(
  map: mapboxgl.Map,
  field: HTMLInputElement | HTMLTextAreaElement,
  typed: Point[][],
  { say }: IslandOptions,
  colours: Palette,
): Island {
  let open: { state: DrawState; mode: { _ctx: { store: { render(): void } } } } | null = null;
  const { draw_polygon: polygon } = MapboxDraw.modes;
  const draw = new MapboxDraw({
    displayControlsDefault: false,
    clickBuffer: 8,
    touchBuffer: 28,
    styles: drawStyles(colours),
    modes: {
      ...MapboxDraw.modes,
      draw_polygon: {
        ...polygon,
        onSetup(this: { _ctx: { store: { render(): void } } }, given: unknown) {
          const state = polygon.onSetup.call(this, given);
          open = { state, mode: this };
          return state;
        },
        onStop(this: unknown, state: DrawState) {
          open = null;
          polygon.onStop.call(this, state);
        },
      },
    },
  });
  map.addControl(draw);
  for (const ring of typed)
    if (ring.length > 2)
      draw.add({
        type: "Feature",
        properties: {},
        geometry: { type: "Polygon", coordinates: [positionsOf(ring)] },
      });

  const rings = () =>
    draw
      .getAll()
      .features.filter((f) => f.id !== open?.state.polygon.id)
      .flatMap((f) => (f.geometry.type === "Polygon" ? [ringOf(f.geometry.coordinates[0] ?? [])] : []))
      .filter((ring) => ring.length > 2);
  const tell = () => {
    const all = rings();
    const acres = all.reduce((sum, ring) => sum + acresIn(ring), 0);
    const drawing = open
      ? (open.state.polygon.coordinates[0] ?? []).slice(0, open.state.currentVertexPosition)
      : [];
    const now = drawing.length ? `${drawing.length} ${drawing.length === 1 ? "point" : "points"}` : "";
    const size = drawing.length > 2 ? `, ${acresText(acresIn(ringOf(drawing)))}` : "";
    const done = `${all.length} ${all.length === 1 ? "area" : "areas"}, ${acresText(acres)}`;
    say([all.length ? done : "", now + size].filter(Boolean).join(" · ") || "Tap the corners of the area.");
  };
  const keep = () => {
    const all = rings();
    fill(field, all.length ? `${areasText(all.map(closed))}\n` : "");
    tell();
  };
  for (const event of ["draw.create", "draw.update", "draw.delete", "draw.modechange"]) map.on(event, keep);
  map.on("click", tell);
  map.on("draw.render", tell);
  const begin = () => draw.changeMode("draw_polygon");
  if (typed.length === 0) begin();
  tell();
  return {
    close: () => map.remove(),
    finish() {
      if (open && open.state.currentVertexPosition >= 3)
        draw.changeMode("simple_select", { featureIds: [open.state.polygon.id] });
      keep();
    },
    undo() {
      if (!open || open.state.currentVertexPosition < 1) return;
      const { state, mode } = open;
      state.polygon.coordinates[0]?.splice(state.currentVertexPosition - 1, 1);
      state.currentVertexPosition--;
      state.polygon.changed();
      mode._ctx.store.render();
      tell();
    },
    remove() {
      const last = draw.getAll().features.at(-1)?.id;
      const ids = open ? [] : draw.getSelectedIds();
      if (open) draw.changeMode("simple_select");
      else if (ids.length) draw.delete(ids);
      else if (last !== undefined) draw.delete(String(last));
      keep();
    },
    another: () => void begin(),
  };
}
