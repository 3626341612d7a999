import "~/styles/jobs.css";
import type { getResumeBanner } from "../../shared/draft-progress.server";

type Banner = Awaited<ReturnType<typeof getResumeBanner.run>>;

/** Banner above the list of jobs while a job is being set up. */
export function ResumeBanner({ setup }: { setup: Banner }) {
  if (!setup) return null;
  return (
    <section className="notice resume" aria-label="Job setup">
      <div className="row between">
        <span>
          <strong>You have a job setup in progress.</strong>{" "}
          {setup.name ? <span className="soft block">{setup.name}</span> : null}
        </span>{" "}
        <span className="row">
          <a className="button primary" href={setup.href}>
            Continue Job Setup
          </a>{" "}
          <a className="button" href="/jobs/create/cancellation">
            Cancel<span className="sr"> the job setup</span>
          </a>
        </span>
      </div>
      <progress max={100} value={setup.percent} aria-label="Job setup">
        {setup.percent}%
      </progress>
    </section>
  );
}
