import { buildDirectionsUrl } from "~/lib/geo/directions";
import { paths } from "~/web/paths";
import type { JobMapData } from "../shared/job-map.server";
import { MapSvg } from "../shared/map-svg";
import { ReadOnlyMapButton } from "../shared/map-to-open";

type Row = { id: number; name: string; about: string };

function Listed({
  title,
  rows,
  isNumbered,
  from = 0,
}: {
  title: string;
  rows: readonly Row[];
  isNumbered?: boolean;
  /** Number of items in earlier lists, after which this list's numbering starts. */
  from?: number;
}) {
  if (rows.length === 0) return null;
  return (
    <section>
      <h3>{title}</h3>
      <ol className="rows">
        {rows.map(({ id, name, about }, i) => (
          <li key={id}>
            <span className="person">
              {isNumbered ? <span className={from ? "count" : "count other"}>{from + i + 1}</span> : null}{" "}
              <span>
                <strong>{name}</strong> {about ? <span className="soft small">{about}</span> : null}
              </span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Directions to the landings, else to the land, as text and coordinates, for the screen and for printing. */
export function JobDirections({ ways }: Pick<JobMapData, "ways">) {
  if (ways.length === 0) return null;
  return (
    <section>
      <h3>Getting there</h3>
      <ul className="rows">
        {ways.map(({ name, position, words }) => (
          <li key={`${name} ${position}`}>
            <span>
              <strong>{name}</strong> <span className="block">{words}</span> <code>{position}</code>
            </span>{" "}
            <a href={buildDirectionsUrl(position)} className="screen-only">
              Directions
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Content of the map as text. */
export function MapContentLists({ map }: { map: JobMapData }) {
  const { drawing, areas, destinations, landings, roads, pin } = map;
  return (
    <>
      {areas.length ? (
        <Listed
          title="Areas"
          rows={areas.map((acres, i) => ({ id: i, name: `Area ${i + 1}`, about: acres }))}
        />
      ) : (
        <p>{pin ? `Pin at ${pin}` : "The job isn't on the map yet."}</p>
      )}
      <Listed title="Destinations" rows={destinations} isNumbered />
      <Listed title="Landings" rows={landings} isNumbered from={destinations.length} />
      <Listed title="Roads" rows={roads} />
      {drawing.townships.isApproximate ? (
        <p className="soft small">Dashed township lines are approximate. Check the deed.</p>
      ) : null}
    </>
  );
}

/** A job's map: the server's drawing with its content as text next to it, and a button that opens the interactive map. */
export function JobMap({ map, name }: { map: JobMapData; name: string }) {
  const { drawing } = map;
  return (
    <div className="stack">
      <div className="beside">
        <MapSvg
          drawing={drawing}
          label={`${name} in its county`}
          href={(look) => `${paths.job(map.job_id, "map")}?look=${look}`}
        />
        <div className="stack">
          <MapContentLists map={map} />
        </div>
      </div>
      <JobDirections ways={map.ways} />
      <ReadOnlyMapButton layers={[`/api/jobs/${map.job_id}/map`]} photo={drawing.photo} />
    </div>
  );
}
