import { formatCoordinates } from "~/lib/geo/coordinates";
import { Notice } from "~/ui/parts";
import { paths } from "~/web/paths";
import { type AreasReport, formatAreasReport } from "../rules/areas-report";

/**
 * Notice of changes made while reading a file of areas, and of the file's points, which may be landings. Each point has
 * a link that adds it as a landing to an existing job, or else its coordinates.
 */
export function AreasReportNotice({ report, jobId }: { report: AreasReport | null; jobId?: number }) {
  if (!report) return null;
  return (
    <Notice tone="warn" title="Look at what was read from the file">
      {formatAreasReport(report).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {report.landings.length ? (
        <>
          <p>
            {jobId
              ? "If a point is a landing, add it to the job:"
              : "If a point is a landing, add it on the job's Landing page once the job is set up:"}
          </p>
          <ul>
            {report.landings.map(formatCoordinates).map((place) => (
              <li key={place}>
                {jobId ? (
                  <a href={paths.job(jobId, `landings/new?coordinates=${encodeURIComponent(place)}`)}>
                    Add a landing at {place}
                  </a>
                ) : (
                  place
                )}
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </Notice>
  );
}
