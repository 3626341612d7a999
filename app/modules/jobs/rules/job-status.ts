/** Job status IDs (docs/domain.md#life-of-a-job): an inactive job takes no new tickets and no claims. */
export const JOB_STATUS = { active: 1, inactive: 2 } as const;

export const isActiveJob = (job: { job_status_id: number }): boolean =>
  job.job_status_id === JOB_STATUS.active;

/** Return the display name of a job status. */
export const jobStatusLabel = (id: number): string => (id === JOB_STATUS.active ? "Active" : "Inactive");
