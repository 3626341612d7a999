import { z } from "zod";
import { outputId as id } from "~/web/output";

const count = z.number().int().min(0);

/** Response shape of a started export. */
export const startedExportOutput = z.strictObject({ id, rows_total: count });

export const exportRunOutput = z.strictObject({
  id,
  type: z.string(),
  format: z.string(),
  state: z.enum(["under way", "ready", "failed", "expired"]),
  rows_done: count,
  rows_total: count,
  file_name: z.string(),
  file_url: z.string().nullable(),
  message: z.string().nullable(),
  created_at: z.string(),
});
