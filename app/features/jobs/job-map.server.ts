import { geoMercator, geoPath } from "d3-geo";
import type { Geometry } from "geojson";

export type MapDrawing = {
  width: number;
  height: number;
  county: string | null;
  area: string | null;
  pin: [number, number] | null;
};

const WIDTH = 320;
const HEIGHT = 320;

/** The job in its county, as SVG paths in a box of 320 by 320; null where nothing is known of either. */
export function drawJobMap(job: {
  outline: string | null;
  geom: string | null;
  latitude: number | null;
  longitude: number | null;
}): MapDrawing | null {
  const outline = job.outline ? (JSON.parse(job.outline) as Geometry) : null;
  const geom = job.geom ? rewound(JSON.parse(job.geom) as Geometry) : null;
  const fitted = outline ?? geom;
  if (!fitted) return null;
  const projection = geoMercator().fitExtent(
    [
      [8, 8],
      [WIDTH - 8, HEIGHT - 8],
    ],
    fitted,
  );
  const path = geoPath(projection).digits(1);
  const at =
    job.latitude !== null && job.longitude !== null ? projection([job.longitude, job.latitude]) : null;
  return {
    width: WIDTH,
    height: HEIGHT,
    county: outline ? path(outline) : null,
    area: geom ? path(geom) : null,
    pin: at ? [Math.round(at[0] * 10) / 10, Math.round(at[1] * 10) / 10] : null,
  };
}

/** d3 reads a ring that runs counter-clockwise as everything outside it; people draw either way. */
function rewound(geometry: Geometry): Geometry {
  if (geometry.type !== "MultiPolygon") return geometry;
  const clockwise = (ring: number[][]) => {
    let sum = 0;
    for (let i = 1; i < ring.length; i++)
      sum +=
        ((ring[i]?.[0] ?? 0) - (ring[i - 1]?.[0] ?? 0)) * ((ring[i]?.[1] ?? 0) + (ring[i - 1]?.[1] ?? 0));
    return sum > 0;
  };
  return {
    type: "MultiPolygon",
    coordinates: geometry.coordinates.map((polygon) =>
      polygon.map((ring, i) => (clockwise(ring) === (i === 0) ? ring : [...ring].reverse())),
    ),
  };
}
