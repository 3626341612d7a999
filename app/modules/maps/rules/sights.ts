import type { Point } from "~/lib/geo/geo";
import { getViewSize, MAX_ZOOM, toPixel, type View, zoomView } from "~/lib/geo/view";
import { typedKeys } from "~/lib/object/records";
import { JOB_ROLES } from "~/modules/jobs/rules/contracts";

/** Kinds on the map of everything, as its filter names them. */
export const SIGHTS = {
  job: "Jobs",
  landing: "Landings",
  destination: "Destinations",
  location: "Your locations",
  load: "Loads on the way",
} as const;
export type SightKind = keyof typeof SIGHTS;
export const SIGHT_KINDS = typedKeys(SIGHTS);

/** A place on the map of everything. */
export type Sight = Point & {
  kind: Exclude<SightKind, "load">;
  id: number;
  /** Job of a landing or a destination, to link to its map; null if it's the company's own, or jobs can't be read. */
  job_id: number | null;
  /** True if the company itself owns it. */
  is_own?: boolean;
  name: string;
  about: string;
  is_active: boolean;
};

/**
 * Loads picked up and not delivered yet, between the same two places; without a start for viewers who may not know the
 * land.
 */
export type OnTheWay = {
  from: Point | null;
  to: Point;
  name: string;
  count: number;
  oldest: string | null;
  /** Time zone of the job, where the loads were picked up. */
  zone: string;
  job_id: number | null;
};

/** Roles of the company in a job, to filter the map by. */
export const SIGHT_ROLES = [
  { value: "any", label: "Any role" },
  { value: "runs", label: "Jobs we run" },
  ...JOB_ROLES.map(({ flag, label }) => ({ value: flag, label: `As ${label.toLowerCase()}` })),
] as const satisfies { value: string; label: string }[];
type SightRole = (typeof SIGHT_ROLES)[number]["value"];

/** Filter of the map: kinds, active or inactive jobs, a role, a type of product, a part of a name. */
export type SightFilter = {
  kinds: SightKind[];
  jobs: "active" | "inactive" | "all";
  role: SightRole;
  product: number | null;
  q: string;
};

/** Read the filter of an address; without any kind it means all of them. */
export function parseSightFilter(query: URLSearchParams): SightFilter {
  const requests = query.getAll("kinds").flatMap((text) => text.split(","));
  const kinds = SIGHT_KINDS.filter((kind) => requests.includes(kind));
  const jobs = query.get("jobs");
  return {
    kinds: kinds.length ? kinds : [...SIGHT_KINDS],
    jobs: jobs === "inactive" || jobs === "all" ? jobs : "active",
    role: SIGHT_ROLES.find(({ value }) => value === query.get("role"))?.value ?? "any",
    product: /^\d{1,6}$/.test(query.get("product") ?? "") ? Number(query.get("product")) : null,
    q: (query.get("q") ?? "").trim().slice(0, 80),
  };
}

/** The filter as an address's query; defaults are left out. */
export function formatSightFilter({ kinds, jobs, role, product, q }: SightFilter): URLSearchParams {
  const query = new URLSearchParams();
  if (kinds.length < SIGHT_KINDS.length) for (const kind of kinds) query.append("kinds", kind);
  if (jobs !== "active") query.set("jobs", jobs);
  if (role !== "any") query.set("role", role);
  if (product !== null) query.set("product", String(product));
  if (q) query.set("q", q);
  return query;
}

const CELL = 36;

/** Places that would overlap, as one mark with their number, and the view that separates them. */
export type Cluster<S extends Point> = { at: readonly [number, number]; members: S[]; look: View };

/** Cluster the places of a view that share a cell of 36 pixels. */
export function clusterPoints<S extends Point>(places: readonly S[], view: View): Cluster<S>[] {
  const { width, height } = getViewSize(view);
  const cells = new Map<string, S[]>();
  for (const place of places) {
    const [x, y] = toPixel(place, view);
    if (x < 0 || y < 0 || x > width || y > height) continue;
    // At maximum zoom, things at one place are listed side by side.
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
