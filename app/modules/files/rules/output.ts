import { z } from "zod";
import { creatorShape } from "~/modules/history/rules/output";
import { outputId as id, listOutput, outputVersion as version } from "~/web/output";

const words = z.string();

export const fileAddedOutput = z.strictObject({ id: id.describe("The job."), file_id: id });

export const filesOutput = listOutput(
  "files",
  z.strictObject({
    id,
    file_name: words,
    file_url: words,
    content_type: words,
    bytes: id,
    is_plan_map: z.boolean(),
    created_at: words,
    version,
    ...creatorShape,
  }),
);
