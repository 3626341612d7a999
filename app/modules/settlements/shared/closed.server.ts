import { desc, eq, sql } from "drizzle-orm";
import { periodClose } from "#db/schema";
import { formatDate } from "~/lib/time/time";
import { expectTrue } from "~/web/commit.server";
import type { ReadCtx, Step } from "~/web/procedure";
import { invalid } from "~/web/refusal";

/** Return the last day of a company's closed books; null if the books were never closed. */
export async function readClosedThrough(
  { read }: Pick<ReadCtx, "read">,
  company: number,
): Promise<string | null> {
  const [row] = await read
    .select({ day: periodClose.closed_through })
    .from(periodClose)
    .where(eq(periodClose.company_id, company))
    .orderBy(desc(periodClose.id))
    .limit(1);
  return row?.day ?? null;
}

/** Return an error message if this day is in closed books; otherwise null. */
export const getClosedPeriodMessage = (closed: string | null, day: string): string | null =>
  closed !== null && day <= closed
    ? `Your books are closed through ${formatDate(closed)}. Choose a later day.`
    : null;

/**
 * Refuse a date in closed books, with the error at the date's form field. The returned step rolls back the commit if
 * the books are closed before the write.
 */
export async function buildOpenPeriodStep(
  ctx: ReadCtx,
  company: number,
  day: string,
  field: string,
): Promise<Step> {
  const why = getClosedPeriodMessage(await readClosedThrough(ctx, company), day);
  if (why) throw invalid({ [field]: [why] }, why);
  return expectTrue(
    sql`coalesce((SELECT closed_through < ${day} FROM period_close WHERE company_id = ${company}
      ORDER BY id DESC LIMIT 1), 1)`,
  );
}
