import { desc, eq, sql } from "drizzle-orm";
import { periodClose } from "#db/schema";
import { formatDate } from "~/domain/time/time";
import { mustHold } from "~/web/commit.server";
import type { Reading, Step } from "~/web/procedure";
import { invalid } from "~/web/refusal";

/** The day through which a company's books are closed; null where they never were. */
export async function closedThrough(
  { read }: Pick<Reading, "read">,
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

/** Why nothing is dated on this day; null where the books are open on it. */
export const closedWords = (closed: string | null, day: string): string | null =>
  closed !== null && day <= closed
    ? `Your books are closed through ${formatDate(closed)}. Choose a later day.`
    : null;

/**
 * Refuse what would be dated in closed books, beside the field that says the day. The step undoes the commit where they
 * were closed between reading and writing.
 */
export async function openOn(ctx: Reading, company: number, day: string, field: string): Promise<Step> {
  const why = closedWords(await closedThrough(ctx, company), day);
  if (why) throw invalid({ [field]: [why] }, why);
  return mustHold(
    sql`coalesce((SELECT closed_through < ${day} FROM period_close WHERE company_id = ${company}
      ORDER BY id DESC LIMIT 1), 1)`,
  );
}
