import MapboxDraw, { type DrawState } from "@mapbox/mapbox-gl-draw";
import "@mapbox/mapbox-gl-draw/dist/mapbox-gl-draw.css";
import type { Geometry, Position } from "geojson";
import mapboxgl from "mapbox-gl";
import { computeRingAcres, formatAcres, toPositions, toRing } from "~/lib/geo/areas";
import { formatCoordinates, parseCoordinates } from "~/lib/geo/coordinates";
import { computeMilesAlong, formatMiles, type Point } from "~/lib/geo/geo";
import { closeRing, formatAreas, parseAreas } from "~/lib/geo/location";
import { createDrawStyles, type MapPalette } from "../rules/island-style";

/** Kind of drawing, and functions to read and write the text of its field. */
export type DrawOptions = {
  kind: "pin" | "areas" | "line";
  read: () => string;
  write: (text: string) => void;
};

/** Actions of the buttons next to the map. */
export type DrawingButtons = { finish(): void; undo(): void; remove(): void; another(): void };

/** Read the points in the field when the map opens, one list per shape. */
export function readTypedPoints({ kind, read }: DrawOptions): Point[][] {
  const text = read();
  const { areas } = parseAreas(kind === "pin" ? "" : text);
  if (kind === "areas") return areas.map(({ points }) => points);
  if (kind === "line") return areas.length ? [linePoints(text)] : [];
  const pin = parseCoordinates(text);
  return pin ? [[pin]] : [];
}

const linePoints = (text: string) => text.split(/\r\n|\n|\r/).flatMap((line) => parseCoordinates(line) ?? []);

/** Let users draw a form field's value on the map; the drawing is also described in words. */
export function enableDrawing(
  map: mapboxgl.Map,
  draws: DrawOptions,
  colours: MapPalette,
  say: (words: string) => void,
): DrawingButtons {
  const { kind, write } = draws;
  const typed = readTypedPoints(draws);
  if (kind === "pin") return pinOn(map, write, typed[0]?.[0], colours);
  return shapesOn(map, write, typed, colours, say, kind === "areas" ? AREAS : LINE);
}

function pinOn(
  map: mapboxgl.Map,
  write: DrawOptions["write"],
  pin: Point | undefined,
  { spruce }: MapPalette,
): DrawingButtons {
  const marker = new mapboxgl.Marker({ color: spruce, draggable: true });
  const set = ({ lng, lat }: { lng: number; lat: number }) => {
    marker.setLngLat([lng, lat]).addTo(map);
    write(formatCoordinates({ latitude: lat, longitude: lng }));
  };
  if (pin) marker.setLngLat([pin.longitude, pin.latitude]).addTo(map);
  map.getCanvas().style.cursor = "crosshair";
  map.on("click", (event) => set(event.lngLat));
  marker.on("dragend", () => set(marker.getLngLat()));
  return {
    finish() {},
    undo() {},
    another() {},
    remove() {
      marker.remove();
      write("");
    },
  };
}

/** Kind of shape: functions to draw it, store it in its field, and describe it. */
type Kind = {
  mode: "draw_polygon" | "draw_line_string";
  /** Minimum number of points. */
  least: number;
  /** Positions drawn so far, including the one under the pointer. */
  drawn(state: DrawState): Position[];
  points(geometry: Geometry): Point[];
  geometry(points: Point[]): Geometry;
  text(all: Point[][]): string;
  done(all: Point[][]): string;
  size(points: Point[]): string;
  begin: string;
};

const plural = (count: number, item: string, many: string) => `${count} ${count === 1 ? item : many}`;

const AREAS: Kind = {
  mode: "draw_polygon",
  least: 3,
  drawn: ({ polygon }) => polygon?.coordinates[0] ?? [],
  points: (geometry) => (geometry.type === "Polygon" ? toRing(geometry.coordinates[0] ?? []) : []),
  geometry: (points) => ({ type: "Polygon", coordinates: [toPositions(points)] }),
  text: (all) => formatAreas(all.map(closeRing)),
  done: (all) =>
    `${plural(all.length, "area", "areas")}, ${formatAcres(all.reduce((sum, ring) => sum + computeRingAcres(ring), 0))}`,
  size: (points) => formatAcres(computeRingAcres(points)),
  begin: "Tap the corners of the area.",
};

const LINE: Kind = {
  mode: "draw_line_string",
  least: 2,
  drawn: ({ line }) => line?.coordinates ?? [],
  points: (geometry) => (geometry.type === "LineString" ? along(geometry.coordinates) : []),
  geometry: (points) => ({
    type: "LineString",
    coordinates: points.map(({ latitude, longitude }) => [longitude, latitude]),
  }),
  text: (all) => all.map((line) => line.map(formatCoordinates).join("\n")).join("\n"),
  done: ([line = []]) => `${plural(line.length, "point", "points")}, ${formatMiles(computeMilesAlong(line))}`,
  size: (points) => formatMiles(computeMilesAlong(points)),
  begin: "Tap the places along the road.",
};

const along = (positions: readonly Position[]): Point[] =>
  positions.map(([longitude = 0, latitude = 0]) => ({ latitude, longitude }));

function shapesOn(
  map: mapboxgl.Map,
  write: DrawOptions["write"],
  typed: Point[][],
  colours: MapPalette,
  say: (words: string) => void,
  kind: Kind,
): DrawingButtons {
  let open: { state: DrawState; mode: { _ctx: { store: { render(): void } } } } | null = null;
  const usual = MapboxDraw.modes[kind.mode];
  const draw = new MapboxDraw({
    displayControlsDefault: false,
    clickBuffer: 8,
    touchBuffer: 28,
    styles: createDrawStyles(colours),
    modes: {
      ...MapboxDraw.modes,
      [kind.mode]: {
        ...usual,
        onSetup(this: { _ctx: { store: { render(): void } } }, input: unknown) {
          const state = usual.onSetup.call(this, input ?? {});
          open = { state, mode: this };
          return state;
        },
        onStop(this: unknown, state: DrawState) {
          open = null;
          usual.onStop.call(this, state);
        },
      },
    },
  });
  map.addControl(draw);
  for (const points of typed)
    if (points.length >= kind.least)
      draw.add({ type: "Feature", properties: {}, geometry: kind.geometry(points) });

  const shapeOf = (state: DrawState) => state.polygon ?? state.line;
  const all = () =>
    draw
      .getAll()
      .features.filter((f) => f.id !== (open ? shapeOf(open.state)?.id : undefined))
      .map((f) => kind.points(f.geometry))
      .filter((points) => points.length >= kind.least);
  const tell = () => {
    const done = all();
    const now = open ? along(kind.drawn(open.state).slice(0, open.state.currentVertexPosition)) : [];
    const size = now.length >= kind.least ? `, ${kind.size(now)}` : "";
    const words = now.length ? `${plural(now.length, "point", "points")}${size}` : "";
    say([done.length ? kind.done(done) : "", words].filter(Boolean).join(" · ") || kind.begin);
  };
  const keep = () => {
    const done = all();
    write(done.length ? `${kind.text(done)}\n` : "");
    tell();
  };
  for (const event of ["draw.create", "draw.update", "draw.delete", "draw.modechange"]) map.on(event, keep);
  map.on("click", tell);
  map.on("draw.render", tell);
  const begin = () => draw.changeMode(kind.mode);
  if (typed.length === 0) begin();
  tell();
  return {
    finish() {
      if (open && open.state.currentVertexPosition >= kind.least)
        draw.changeMode("simple_select", { featureIds: [shapeOf(open.state)?.id ?? ""] });
      keep();
    },
    undo() {
      if (!open || open.state.currentVertexPosition < 1) return;
      const { state, mode } = open;
      kind.drawn(state).splice(state.currentVertexPosition - 1, 1);
      state.currentVertexPosition--;
      shapeOf(state)?.changed();
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
      // A road is a single line, so a new line is begun once the old one is removed.
      if (kind === LINE) begin();
    },
    another: () => void begin(),
  };
}
