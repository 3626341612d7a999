import "~/styles/whole-map.css";
import { formatView, toPixel } from "~/lib/geo/view";
import { EmptyState } from "~/ui/parts";
import { paths } from "~/web/paths";
import type { WholeMap } from "../data/whole-map.server";
import {
  formatMapFilter,
  MAP_PLACE_KINDS,
  MAP_PLACE_LABELS,
  MAP_ROLE_FILTERS,
  type MapPlace,
} from "../rules/sights";
import { MapPanZoomLinks } from "../shared/map-moves";
import { LandPieceLinks, MapPicture } from "../shared/map-svg";
import { ReadOnlyMapButton } from "../shared/map-to-open";

const hrefOf = ({ filter }: WholeMap, more: Record<string, string>) => {
  const query = formatMapFilter(filter);
  for (const [name, value] of Object.entries(more)) query.set(name, value);
  const text = query.toString();
  return text ? `/map?${text}` : "/map";
};

function placeHref({ kind, id, job_id, is_own }: MapPlace): string | null {
  if (kind === "job") return paths.job(id);
  if (job_id) return paths.job(job_id, "map");
  if (kind === "destination") return is_own ? "/company/destinations" : null;
  return "/company/locations";
}

/** Filter form of the map: kinds of places, job status, and part of a name. */
function MapFilter({ map }: { map: WholeMap }) {
  const { kinds, jobs, role, product, q } = map.filter;
  return (
    <details className="menu" open={formatMapFilter(map.filter).size > 0}>
      <summary>Filter</summary>
      <form method="get" action="/map" className="map-filter" aria-label="What the map shows">
        <fieldset className="row">
          <legend className="sr">Show</legend>
          {MAP_PLACE_KINDS.map((kind) => (
            <label key={kind} className="check">
              <input type="checkbox" name="kinds" value={kind} defaultChecked={kinds.includes(kind)} />{" "}
              {MAP_PLACE_LABELS[kind]}
            </label>
          ))}
        </fieldset>
        <div className="row">
          <label className="sr" htmlFor="map-jobs">
            Which jobs
          </label>
          <select id="map-jobs" name="jobs" defaultValue={jobs} className="input short">
            <option value="active">Active jobs</option>
            <option value="inactive">Inactive jobs</option>
            <option value="all">All jobs</option>
          </select>{" "}
          <label className="sr" htmlFor="map-role">
            Your company's role
          </label>
          <select id="map-role" name="role" defaultValue={role} className="input short">
            {MAP_ROLE_FILTERS.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>{" "}
          {map.products.length ? (
            <>
              <label className="sr" htmlFor="map-product">
                Product
              </label>
              <select id="map-product" name="product" defaultValue={product ?? ""} className="input short">
                <option value="">Any product</option>
                {map.products.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </select>{" "}
            </>
          ) : null}
          <label className="sr" htmlFor="map-q">
            Part of a name
          </label>
          <input
            className="input short"
            type="search"
            id="map-q"
            name="q"
            defaultValue={q}
            maxLength={80}
            placeholder="Part of a name"
            autoComplete="off"
          />{" "}
          <button type="submit" className="button">
            Show
          </button>{" "}
          <a href="/map">Everything</a>
        </div>
      </form>
    </details>
  );
}

/**
 * Drawing of the map by the server: places numbered as in the list, clusters as links, loads on the way as dashed
 * lines.
 */
function WholeMapPicture({ map }: { map: WholeMap }) {
  const { view } = map.drawing;
  return (
    <div className="pick">
      <div>
        <MapPicture drawing={map.drawing} label="What your company has on the map" isGroup>
          <LandPieceLinks pieces={map.drawing.pieces} href={(look) => hrefOf(map, { look })} />
          {map.ways.map(({ from, to, count, name, job_id }) => {
            const [x, y] = toPixel(to, view).map(Math.round);
            const start = from ? toPixel(from, view).map(Math.round) : null;
            const [tx, ty] = start
              ? [((start[0] ?? 0) + (x ?? 0)) / 2, ((start[1] ?? 0) + (y ?? 0)) / 2]
              : [x, (y ?? 0) + 24];
            return (
              <g key={`${name} ${job_id}`} className="way">
                {start ? <path d={`M${start[0]},${start[1]}L${x},${y}`} /> : null}
                <text x={tx} y={ty}>
                  {count}
                </text>
              </g>
            );
          })}
          {map.clusters.map(({ at: [x, y], look, count, first }) => (
            <a
              key={`${x} ${y}`}
              className="cluster"
              href={hrefOf(map, { look: formatView(look) })}
              aria-label={`${count} places around ${first}: zoom in`}
            >
              <circle cx={x} cy={y} r={15} />
              <text x={x} y={y + 4}>
                {count}
              </text>
            </a>
          ))}
        </MapPicture>
      </div>
    </div>
  );
}

function Ways({ ways }: Pick<WholeMap, "ways">) {
  if (ways.length === 0) return null;
  return (
    <section className="stack" aria-label="Loads on the way">
      <h2>Loads on the way</h2>
      <ul className="rows">
        {ways.map(({ name, words, job_id }) => (
          <li key={`${name} ${words}`}>
            <span>
              {job_id ? <a href={paths.job(job_id)}>{name}</a> : name}{" "}
              <span className="soft small">{words}</span>
            </span>
          </li>
        ))}
      </ul>
      <p className="soft small">
        A dashed line runs from the job to the destination. It isn't a truck's position: trucks aren't
        tracked.
      </p>
    </section>
  );
}

function Places({ map }: { map: WholeMap }) {
  const { listed, seen, total, page, pages } = map;
  const look = formatView(map.drawing.view);
  return (
    <section className="stack" aria-label="Places in view">
      <h2>
        {seen === total
          ? `${total.toLocaleString("en-US")} ${total === 1 ? "place" : "places"}`
          : `${seen} of ${total} places in view`}
      </h2>
      <ol className="rows" start={(listed[0]?.number ?? 1) || 1}>
        {listed.map((sight) => {
          const href = placeHref(sight);
          return (
            <li key={sight.number}>
              <span className="person">
                <span className={sight.kind === "location" ? "count" : "count other"}>{sight.number}</span>{" "}
                <span>
                  <strong>{href ? <a href={href}>{sight.name}</a> : sight.name}</strong>{" "}
                  <span className="soft small">
                    {[SIGHT_WORD[sight.kind], sight.about, sight.is_active ? "" : "Inactive"]
                      .filter(Boolean)
                      .join(", ")}
                  </span>
                </span>
              </span>{" "}
              <a href={hrefOf(map, { look: formatView({ ...sight, zoom: 12 }) })}>
                Zoom in<span className="sr"> at {sight.name}</span>
              </a>
            </li>
          );
        })}
      </ol>
      {pages > 1 ? (
        <p className="row">
          {page > 1 ? <a href={hrefOf(map, { look, page: String(page - 1) })}>Previous places</a> : null}{" "}
          {page < pages ? <a href={hrefOf(map, { look, page: String(page + 1) })}>Next places</a> : null}
        </p>
      ) : null}
    </section>
  );
}
/** Names of landings and destinations already include their kind. */
const SIGHT_WORD = { job: "Job", landing: "", destination: "", location: "Your location" };

/** Map of all the company's places, with its content as text. */
export function WholeMapView({ map }: { map: WholeMap }) {
  const { view, photo } = map.drawing;
  const nothing = map.total === 0 && map.ways.length === 0;
  return (
    <div className="stack loose">
      <MapFilter map={map} />
      <div className="card beside start">
        <div className="stack map-side">
          <WholeMapPicture map={map} />
          <div className="row">
            <MapPanZoomLinks view={view} href={(look) => hrefOf(map, { look })} />
            <a href={hrefOf(map, {})}>Show everything</a>{" "}
            <a href={hrefOf(map, { look: "39.8283,-98.5795,3" })}>Whole country</a>
          </div>
          <ReadOnlyMapButton layers={[]} sights={`/api/map?${apiQuery(map)}`} photo={photo} />
        </div>
        <div className="stack loose">
          {nothing ? (
            <EmptyState title="Nothing to show here">
              <a className="button" href="/jobs">
                See your jobs
              </a>{" "}
              <a className="button" href="/company/locations">
                See your locations
              </a>
            </EmptyState>
          ) : null}
          <Ways ways={map.ways} />
          {map.total ? <Places map={map} /> : null}
        </div>
      </div>
      <p className="soft small">
        Map data: US Census, Natural Earth; towns by <a href="https://www.geonames.org/">GeoNames</a> (CC BY
        4.0).
      </p>
    </div>
  );
}

const apiQuery = ({ filter: { kinds, jobs, role, product, q } }: WholeMap) =>
  new URLSearchParams({
    kinds: kinds.join(","),
    jobs,
    ...(role === "any" ? {} : { role }),
    ...(product === null ? {} : { product: String(product) }),
    ...(q ? { text: q } : {}),
  }).toString();
