import type { Style } from "mapbox-gl";

/** The map's colors in the day or night theme, read from the page. */
export type MapPalette = Record<
  "paper" | "card" | "line" | "edge" | "spruce" | "amber" | "water" | "sunk" | "soft",
  string
>;

/**
 * Create the layers for map data that ships with the program. Lakes and rivers appear only at distant zooms, since
 * their shapes are a mile or two off.
 */
export function createBasemapLayers({ sunk, card, line, water }: MapPalette, isPhoto: boolean): object[] {
  const layer = (id: string, type: string, kind: string, paint: object, more: object = {}) => ({
    id: `ground-${id}`,
    type,
    source: "ground",
    filter: ["==", ["get", "kind"], kind],
    paint,
    ...more,
  });
  if (isPhoto) return [layer("state", "line", "state", { "line-color": "#ffffff", "line-width": 1 })];
  return [
    layer("neighbor", "fill", "neighbor", { "fill-color": sunk }),
    layer("state-fill", "fill", "state", { "fill-color": card }),
    layer("state", "line", "state", { "line-color": line, "line-width": 1 }),
    layer("lake", "fill", "lake", { "fill-color": water }, { maxzoom: 10 }),
    layer("river", "line", "river", { "line-color": water, "line-width": 1.5 }, { maxzoom: 10 }),
  ];
}

/** Create the layers of the land, from bottom to top; over aerial pictures the lines are light. */
export function createLandLayers(palette: MapPalette, isPhoto: boolean): object[] {
  const line = isPhoto ? "#ffffff" : palette.edge;
  const of = (kind: string) => ["==", ["get", "kind"], kind];
  const layer = (id: string, type: string, kind: unknown, paint: object) => ({
    id,
    type,
    source: "land",
    filter: kind,
    paint,
  });
  return [
    layer("county", "line", of("county"), { "line-color": line, "line-width": 2 }),
    layer("township", "line", ["all", of("township"), ["!", ["get", "is_approximate"]]], {
      "line-color": line,
      "line-width": 1,
    }),
    layer("township-guess", "line", ["all", of("township"), ["get", "is_approximate"]], {
      "line-color": line,
      "line-width": 1,
      "line-dasharray": [4, 3],
    }),
    layer("area-fill", "fill", of("area"), { "fill-color": palette.spruce, "fill-opacity": 0.25 }),
    layer("area", "line", of("area"), { "line-color": palette.spruce, "line-width": 3 }),
    layer("road", "line", of("road"), { "line-color": palette.amber, "line-width": 3 }),
    layer("destination", "circle", of("destination"), {
      "circle-color": palette.amber,
      "circle-radius": 8,
      "circle-stroke-color": palette.card,
      "circle-stroke-width": 2,
    }),
    layer("landing", "circle", of("landing"), {
      "circle-color": palette.spruce,
      "circle-radius": 8,
      "circle-stroke-color": palette.card,
      "circle-stroke-width": 2,
    }),
    layer("pin", "circle", of("pin"), {
      "circle-color": palette.spruce,
      "circle-radius": 9,
      "circle-stroke-color": palette.card,
      "circle-stroke-width": 2,
    }),
  ];
}

/** Create a map style with only Timbertally's own data: no account, no fonts, no third-party requests. */
export const createLocalStyle = (palette: MapPalette, isPhoto: boolean): Style => ({
  version: 8,
  sources: isPhoto ? { photo: USGS } : {},
  layers: [
    { id: "ground", type: "background", paint: { "background-color": palette.paper } },
    ...(isPhoto ? [{ id: "photo", type: "raster" as const, source: "photo" }] : []),
  ],
});

/** Aerial pictures by the US Geological Survey, public domain; requested only if `IMAGERY=usgs` is set. */
const USGS = {
  type: "raster" as const,
  tiles: ["https://basemap.nationalmap.gov/arcgis/rest/services/USGSImageryOnly/MapServer/tile/{z}/{y}/{x}"],
  tileSize: 256,
  maxzoom: 16,
  attribution: "Imagery: USGS The National Map",
};

export const SATELLITE_STYLE = "mapbox://styles/mapbox/satellite-streets-v11";

/** Create styles for drawn areas: lines and corners wide enough for a finger. */
export function createDrawStyles({ spruce, card, amber }: MapPalette): object[] {
  const polygon = ["==", "$type", "Polygon"];
  return [
    {
      id: "drawn-fill",
      type: "fill",
      filter: ["all", polygon, ["!=", "mode", "static"]],
      paint: { "fill-color": spruce, "fill-opacity": 0.25 },
    },
    {
      id: "drawn-line",
      type: "line",
      filter: ["any", polygon, ["==", "$type", "LineString"]],
      paint: { "line-color": spruce, "line-width": 3 },
    },
    {
      id: "drawn-corner",
      type: "circle",
      filter: ["all", ["==", "$type", "Point"], ["==", "meta", "vertex"]],
      paint: {
        "circle-radius": 9,
        "circle-color": card,
        "circle-stroke-color": spruce,
        "circle-stroke-width": 3,
      },
    },
    {
      id: "drawn-middle",
      type: "circle",
      filter: ["all", ["==", "$type", "Point"], ["==", "meta", "midpoint"]],
      paint: { "circle-radius": 6, "circle-color": amber },
    },
  ];
}
