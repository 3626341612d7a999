import type { ReactNode } from "react";
import { ActionForm } from "~/ui/action-form";
import { paths } from "~/web/paths";
import { JOB_STATUS } from "../rules/job-status";

/** Deactivates an active job, or activates an inactive one. */
export function StatusForm(props: {
  job: { id: number; version: number; active: boolean };
  submissionId: string;
  button: string;
  children?: ReactNode;
}) {
  const { job } = props;
  return (
    <ActionForm
      action={paths.job(job.id, "status")}
      version={job.version}
      submissionId={props.submissionId}
      button={props.button}
      plain
    >
      {props.children}
      <input
        type="hidden"
        name="job_status_id"
        value={job.active ? JOB_STATUS.inactive : JOB_STATUS.active}
      />
    </ActionForm>
  );
}
