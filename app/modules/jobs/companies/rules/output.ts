import { z } from "zod";
import { outputId as id, listOutput, outputVersion as version } from "~/web/output";
import { contractNamesShape, jobRolesShape } from "../../rules/job-output";

/** API output for the companies on a job. */
const words = z.string();

export const jobCompaniesOutput = listOutput(
  "job_companies",
  z.strictObject({
    company_id: id,
    name: words,
    ...jobRolesShape,
    ...contractNamesShape,
    accepted_at: words.nullable(),
    version,
  }),
);
export const jobCrewsOutput = listOutput("job_crews", z.strictObject({ company_id: id, id, name: words }));
export const jobHaulersOutput = listOutput(
  "haulers",
  z.strictObject({ company_id: id, name: words, users: z.array(z.strictObject({ id, name: words })) }),
);
