import { z } from "zod";
import { createTextSchema } from "~/lib/text/input";
import { isValidDay } from "~/lib/time/date-range";

const optionalDay = createTextSchema(10)
  .optional()
  .transform((day) => (day && isValidDay(day) ? day : undefined));

/** Days that a report covers (without them, the whole job), and the number of the report's part to show. */
export const ownerReportFields = {
  from: optionalDay,
  to: optionalDay,
  part: z.number().int().min(1).max(1_000).default(1),
};

/** Parse a report's days and part from a URL; invalid values are ignored. */
export function parseReportQuery(url: string) {
  const { searchParams } = new URL(url);
  const part = Number(searchParams.get("part") ?? 1);
  return {
    from: (searchParams.get("from") ?? "").slice(0, 10) || undefined,
    to: (searchParams.get("to") ?? "").slice(0, 10) || undefined,
    part: Number.isInteger(part) && part >= 1 && part <= 1_000 ? part : 1,
  };
}
