import { coordinatesText } from "~/domain/geo/coordinates";
import { Notice } from "~/ui/parts";
import { paths } from "~/web/paths";
import { type AreasReport, reportSentences } from "./areas-report";

/**
 * The changes that reading a file of areas made, and its points, which may be landings: with a link to add each of them to
 * a job that exists, else with their coordinates.
 */
export function AreasReportNotice({ report, jobId }: { report: AreasReport | null; jobId?: number }) {
  if (!report) return null;
  return (
    <Notice tone="warn" title="Look at what was read from the file">
      {reportSentences(report).map((sentence) => (
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
            {report.landings.map(coordinatesText).map((place) => (
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
