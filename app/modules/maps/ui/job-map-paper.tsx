import "~/styles/paper-map.css";
import { paths } from "~/web/paths";
import type { PrintedMap } from "../data/job-map-page.server";
import type { JobMapData } from "../shared/job-map.server";
import { MapSvg } from "../shared/map-svg";
import { JobDirections, MapContentLists } from "./job-map";

/** A job's map for printing: the drawings one below the other, directions, and the content of the drawings as text. */
export function PrintableJobMap({ map, name, maps }: { map: JobMapData; name: string; maps: PrintedMap[] }) {
  const [first, ...more] = maps;
  return (
    <div className="stack loose paper-map">
      <div className="row screen-only">
        <button type="button" className="button primary" data-print hidden>
          Print
        </button>{" "}
        <a href={paths.job(map.job_id, "map")}>Back to the map</a>
      </div>
      <noscript>
        <p className="soft screen-only">Print from your browser menu.</p>
      </noscript>
      {first ? <Picture map={first} name={name} /> : null}
      <JobDirections ways={map.ways} />
      <div className="paper-lists">
        <MapContentLists map={map} />
      </div>
      {more.map((paperMap) => (
        <Picture key={paperMap.title} map={paperMap} name={name} />
      ))}
    </div>
  );
}

function Picture({ map: { title, drawing }, name }: { map: PrintedMap; name: string }) {
  return (
    <section className="stack">
      <h3>{title}</h3>
      <MapSvg drawing={drawing} label={`${name}: ${title}`} />
    </section>
  );
}
