import { desc, eq, sql } from "drizzle-orm";
import { periodClose } from "#db/schema";
import { formatDate } from "~/lib/time/time";
import { expectTrue } from "~/web/commit.server";
import type { ReadCtx, Step } from "~/web/procedure";
import { invalid } from "~/web/refusal";

/** Return the day through which a company's books are closed; null if they never were. */
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

/** Explain why nothing can be dated on this day; null if the books are open on it. */
export const closedPeriodMessage = (closed: string | null, day: string): string | null =>
  closed !== null && day <= closed
    ? `Your books are closed through ${formatDate(closed)}. Choose a later day.`
    : null;

/**
 * Refuse a date in closed books, at the field that holds the day. The step undoes the commit if they were closed
 * between reading and writing.
 */
export async function requireOpenPeriodStep(
  ctx: ReadCtx,
  company: number,
  day: string,
  field: string,
): Promise<Step> {
  const why = closedPeriodMessage(await readClosedThrough(ctx, company), day);
  if (why) throw invalid({ [field]: [why] }, why);
  return expectTrue(
    sql`coalesce((SELECT closed_through < ${day} FROM period_close WHERE company_id = ${company}
      ORDER BY id DESC LIMIT 1), 1)`,
  );
}
