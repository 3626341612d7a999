import type { Point } from "~/lib/geo/geo";
import { getViewSize, MAX_ZOOM, toPixel, type View, zoomView } from "~/lib/geo/view";
import { typedKeys } from "~/lib/object/records";
import { JOB_ROLES } from "~/modules/jobs/rules/contracts";

/** Kinds of places on the map of all places, with the labels of its filter. */
export const MAP_PLACE_LABELS = {
  job: "Jobs",
  landing: "Landings",
  destination: "Destinations",
  location: "Your locations",
  load: "Loads on the way",
} as const;
export type MapPlaceKind = keyof typeof MAP_PLACE_LABELS;
export const MAP_PLACE_KINDS = typedKeys(MAP_PLACE_LABELS);

/** A place on the map of all places. */
export type MapPlace = Point & {
  kind: Exclude<MapPlaceKind, "load">;
  id: number;
  /**
   * Job of a landing or destination, for the link to the job's map; null if the destination is the company's own, or if
   * jobs can't be read.
   */
  job_id: number | null;
  /** True if the place belongs to the company itself. */
  is_own?: boolean;
  name: string;
  about: string;
  is_active: boolean;
};

/**
 * Loads that are picked up but not delivered, between the same two places. The start is null for viewers who may not
 * see the job's land.
 */
export type LoadsOnTheWay = {
  from: Point | null;
  to: Point;
  name: string;
  count: number;
  oldest: string | null;
  /** Time zone of the job, where the loads were picked up. */
  zone: string;
  job_id: number | null;
};

/** Roles of the company in a job, as options of the map's filter. */
export const MAP_ROLE_FILTERS = [
  { value: "any", label: "Any role" },
  { value: "runs", label: "Jobs we run" },
  ...JOB_ROLES.map(({ flag, label }) => ({ value: flag, label: `As ${label.toLowerCase()}` })),
] as const satisfies { value: string; label: string }[];
type SightRole = (typeof MAP_ROLE_FILTERS)[number]["value"];

/** Filter of the map: kinds of places, active or inactive jobs, a role, a product type, and part of a name. */
export type MapPlaceFilter = {
  kinds: MapPlaceKind[];
  jobs: "active" | "inactive" | "all";
  role: SightRole;
  product: number | null;
  q: string;
};

/** Parse the filter in a URL; no kind means all kinds. */
export function parseMapFilter(query: URLSearchParams): MapPlaceFilter {
  const requests = query.getAll("kinds").flatMap((text) => text.split(","));
  const kinds = MAP_PLACE_KINDS.filter((kind) => requests.includes(kind));
  const jobs = query.get("jobs");
  return {
    kinds: kinds.length ? kinds : [...MAP_PLACE_KINDS],
    jobs: jobs === "inactive" || jobs === "all" ? jobs : "active",
    role: MAP_ROLE_FILTERS.find(({ value }) => value === query.get("role"))?.value ?? "any",
    product: /^\d{1,6}$/.test(query.get("product") ?? "") ? Number(query.get("product")) : null,
    q: (query.get("q") ?? "").trim().slice(0, 80),
  };
}

/** Format the filter as a URL query; default values are left out. */
export function formatMapFilter({ kinds, jobs, role, product, q }: MapPlaceFilter): URLSearchParams {
  const query = new URLSearchParams();
  if (kinds.length < MAP_PLACE_KINDS.length) for (const kind of kinds) query.append("kinds", kind);
  if (jobs !== "active") query.set("jobs", jobs);
  if (role !== "any") query.set("role", role);
  if (product !== null) query.set("product", String(product));
  if (q) query.set("q", q);
  return query;
}

const CELL = 36;

/** Places that would overlap, shown as one mark with their number, and the view in which they are separate. */
export type PlaceCluster<S extends Point> = { at: readonly [number, number]; members: S[]; look: View };

/** Group the places of a view into clusters by cells of 36 pixels. */
export function clusterPoints<S extends Point>(places: readonly S[], view: View): PlaceCluster<S>[] {
  const { width, height } = getViewSize(view);
  const cells = new Map<string, S[]>();
  for (const place of places) {
    const [x, y] = toPixel(place, view);
    if (x < 0 || y < 0 || x > width || y > height) continue;
    // At the maximum zoom, places at the same position are shown side by side.
    const own = view.zoom >= MAX_ZOOM ? ` ${cells.size}` : "";
    const key = `${Math.floor(x / CELL)} ${Math.floor(y / CELL)}${own}`;
    cells.set(key, [...(cells.get(key) ?? []), place]);
  }
  return [...cells.values()].map((members) => {
    const mean = (of: (place: S) => number) => members.reduce((sum, m) => sum + of(m), 0) / members.length;
    const middle = { latitude: mean((m) => m.latitude), longitude: mean((m) => m.longitude) };
    const [x, y] = toPixel(middle, view);
    return { at: [Math.round(x), Math.round(y)] as const, members, look: zoomView(view, 2, middle) };
  });
}
