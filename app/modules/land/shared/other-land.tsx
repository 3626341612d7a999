import { Notice } from "~/ui/parts";
import { paths } from "~/web/paths";
import type { JobLandNotice } from "./job-land.server";
import type { LandNotice } from "./land-notice.server";

/**
 * Section of the pin or the shape, if the overview names another, with a button that uses it: a form that sends the
 * land with `values`, to its own page or to `action`.
 */
export function OtherLand(props: {
  land: LandNotice;
  values: Record<string, string | number>;
  action?: string;
}) {
  const { township, range, section, plss_meridian_code, is_approximate } = props.land.land;
  const land = { township, range, ...(section ? { section } : {}), plss_meridian_code };
  return (
    <Notice tone="warn" title={props.land.title}>
      <p>
        The overview says {props.land.said}.
        {is_approximate ? " These lines are approximate. Check the deed." : null}
      </p>
      <form method="post" action={props.action}>
        {Object.entries({ ...land, ...props.values }).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <button type="submit" className="button">
          Use {props.land.text}
        </button>
      </form>
    </Notice>
  );
}

/** Same notice for an existing job; its button moves the job. */
export function OtherJobLand({
  id,
  land,
  submissionId,
}: {
  id: number;
  land: JobLandNotice;
  submissionId: string;
}) {
  if (!land) return null;
  const values = { ...land.values, submission_id: `${submissionId}-land` };
  return <OtherLand land={land.notice} values={values} action={paths.job(id, "location")} />;
}
