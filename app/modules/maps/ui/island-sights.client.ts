import type { Feature, FeatureCollection } from "geojson";
import mapboxgl from "mapbox-gl";
import type { MapPalette } from "../rules/island-style";

/** Maximum number of names on the map at once; more would overlap. */
const MAX_NAMES = 40;
const ROOM = { x: 90, y: 22 };
const GROUND_NAMES = ["state-name", "town", "county", "street"];
/** Check whether a name is shown at this zoom: names of states at distant zooms, other names at close zooms. */
const isNameDue = (kind: unknown, zoom: number) =>
  kind === "state-name" ? zoom >= 3 && zoom < 6.5 : zoom >= 5;

/**
 * Add layers to the map, later layers above earlier ones. Layers follow the style spec, whose TypeScript types are too
 * wide.
 */
export function addLayers(map: mapboxgl.Map, layers: readonly object[]) {
  for (const layer of layers) map.addLayer(layer as mapboxgl.AnyLayer);
}

/** Show places on the map: clusters with their number, single places by kind, and loads on the way as dashed lines. */
export function showMapPlaces(map: mapboxgl.Map, data: FeatureCollection, palette: MapPalette) {
  const points = data.features.filter((f) => f.geometry.type === "Point");
  const lines = data.features.filter((f) => f.geometry.type !== "Point");
  // The style has no fonts, so a number is drawn as a picture when the map first requests it.
  map.on("styleimagemissing", ({ id }: { id: string }) => {
    if (id.startsWith("count-") && !map.hasImage(id)) map.addImage(id, digits(id.slice(6), palette.card));
  });
  const collection = (features: Feature[]): FeatureCollection => ({ type: "FeatureCollection", features });
  map.addSource("ways", { type: "geojson", data: collection(lines) });
  map.addSource("sights", {
    type: "geojson",
    data: collection(points),
    cluster: true,
    clusterRadius: 40,
    clusterMaxZoom: 12,
  });
  const isOne = ["!", ["has", "point_count"]];
  const layers = [
    {
      id: "ways",
      type: "line",
      source: "ways",
      paint: { "line-color": palette.spruce, "line-width": 2, "line-dasharray": [3, 3] },
    },
    {
      id: "clusters",
      type: "circle",
      source: "sights",
      filter: ["has", "point_count"],
      paint: {
        "circle-color": palette.spruce,
        "circle-radius": 16,
        "circle-stroke-color": palette.card,
        "circle-stroke-width": 2,
      },
    },
    {
      id: "cluster-counts",
      type: "symbol",
      source: "sights",
      filter: ["has", "point_count"],
      layout: {
        "icon-image": ["concat", "count-", ["get", "point_count_abbreviated"]],
        "icon-allow-overlap": true,
      },
    },
    {
      id: "sight",
      type: "circle",
      source: "sights",
      filter: isOne,
      paint: {
        "circle-color": [
          "match",
          ["get", "kind"],
          ["job", "landing"],
          palette.spruce,
          ["load", "destination"],
          palette.amber,
          palette.edge,
        ],
        "circle-radius": 8,
        "circle-stroke-color": palette.card,
        "circle-stroke-width": 2,
      },
    },
  ];
  addLayers(map, layers);
  map.on("click", "clusters", (event) => {
    const [cluster] = map.queryRenderedFeatures(event.point, { layers: ["clusters"] });
    const source = map.getSource("sights");
    if (cluster?.geometry.type !== "Point" || source?.type !== "geojson") return;
    const [lng = 0, lat = 0] = cluster.geometry.coordinates;
    source.getClusterExpansionZoom(Number(cluster.properties?.cluster_id), (error, zoom) => {
      if (!error) map.easeTo({ center: [lng, lat], zoom });
    });
  });
}

/** Draw a number as a picture, for a map without fonts. */
function digits(text: string, colour: string): ImageData {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [28, 28];
  const context = canvas.getContext("2d");
  if (!context) return new ImageData(1, 1);
  context.fillStyle = colour;
  context.font = "bold 13px sans-serif";
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillText(text, 14, 14);
  return context.getImageData(0, 0, 28, 28);
}

/**
 * Label the visible marks where labels fit: first the map's own subjects, then towns. Labels are hidden while the map
 * moves.
 */
export function labelMarkers(map: mapboxgl.Map, named: () => readonly Feature[]) {
  let shown: mapboxgl.Marker[] = [];
  const clear = () => {
    for (const marker of shown) marker.remove();
    shown = [];
  };
  const write = () => {
    clear();
    const bounds = map.getBounds();
    const covered = map.getLayer("clusters")
      ? map.queryRenderedFeatures(undefined, { layers: ["clusters"] })
      : [];
    const taken: { x: number; y: number }[] = covered.flatMap(({ geometry }) =>
      geometry.type === "Point"
        ? [map.project([geometry.coordinates[0] ?? 0, geometry.coordinates[1] ?? 0])]
        : [],
    );
    // Among clustered places, only those that are now shown separately have a label.
    const alone = map.getLayer("sight") ? map.queryRenderedFeatures(undefined, { layers: ["sight"] }) : [];
    for (const { geometry, properties } of [...alone, ...named()]) {
      if (shown.length === MAX_NAMES) break;
      if (geometry.type !== "Point") continue;
      const [lng = 0, lat = 0] = geometry.coordinates;
      const isGround = GROUND_NAMES.includes(String(properties?.kind));
      if (!bounds.contains([lng, lat]) || (isGround && !isNameDue(properties?.kind, map.getZoom()))) continue;
      const point = map.project([lng, lat]);
      if (taken.some((t) => Math.abs(t.x - point.x) < ROOM.x && Math.abs(t.y - point.y) < ROOM.y)) continue;
      taken.push(point);
      const element = document.createElement("div");
      element.className = isGround ? `map-name ${properties?.kind}` : "map-name";
      element.textContent = String(properties?.name ?? "");
      shown.push(
        new mapboxgl.Marker({ element, anchor: "bottom", offset: [0, -9] }).setLngLat([lng, lat]).addTo(map),
      );
    }
  };
  map.on("movestart", clear);
  // The map fires this event when everything in view has been drawn.
  map.on("idle", write);
}
