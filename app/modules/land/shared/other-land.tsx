import { Notice } from "~/ui/parts";
import { paths } from "~/web/paths";
import type { JobLandNotice } from "./job-land.server";
import type { LandNotice } from "./land-notice.server";

/**
 * Notice that the pin or shape lies in another section than the overview says, with a button to use that section. The
 * button sends the land and `values` to the form's own page or to `action`.
 */
export function LandMismatchNotice(props: {
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

/** Land notice for an existing job; its button changes the job's land description. */
export function JobLandMismatchNotice({
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
  return <LandMismatchNotice land={land.notice} values={values} action={paths.job(id, "location")} />;
}
