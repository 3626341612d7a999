import { and, asc, eq, inArray, isNull, or, sql } from "drizzle-orm";
import { z } from "zod";
import { blankSheet, job, sheetBook } from "#db/schema";
import { MAX_WAITING_SHEETS, requireSheet } from "~/modules/sheets/shared/sheets.server";
import type { CompanyActor } from "~/web/actor";
import { type Ctx, procedure } from "~/web/procedure";
import { AppError, invalid } from "~/web/refusal";
import { listJobsForTickets, ticketJobsCondition } from "../../shared/new-ticket.server";

/** Maximum number of sheets to send to a device: five jobs' worth of two whole books. */
const MAX_AT_HAND = 5 * MAX_WAITING_SHEETS;

/** Sheets with consecutive ids and numbers, as in a book: the first sheet, and the number of sheets. */
export type SheetRange = { job: number; id: number; number: number; load: number; count: number };

type Waiting = { job: number; id: number; number: number; load: number };

/** Group sheets, in order, into consecutive ranges, which need only a few bytes in a page. */
export function toSheetRanges(sheets: readonly Waiting[]): SheetRange[] {
  const runs: SheetRange[] = [];
  for (const sheet of sheets) {
    const last = runs.at(-1);
    const follows =
      last &&
      last.job === sheet.job &&
      [sheet.id - last.id, sheet.number - last.number, sheet.load - last.load].every((n) => n === last.count);
    if (follows) last.count++;
    else runs.push({ ...sheet, count: 1 });
  }
  return runs;
}

/**
 * Return the jobs on which the user may create tickets, and the unused sheets on those jobs: those of the company's own
 * books, or all of them on its own job. A device stores the sheets, so that one can be claimed without a signal.
 */
export const getSheetsAtHand = procedure({
  name: "getSheetsAtHand",
  may: "trip_ticket.create",
  input: z.strictObject({}),
  async run(ctx) {
    const { jobs, more } = await listJobsForTickets.run(ctx, { name: "", take: 100 });
    const sheets = await ctx.read
      .select({
        job: blankSheet.job_id,
        id: blankSheet.id,
        number: blankSheet.trip_ticket_number,
        load: blankSheet.load_number,
      })
      .from(sheetBook)
      .innerJoin(blankSheet, eq(blankSheet.sheet_book_id, sheetBook.id))
      .innerJoin(job, eq(job.id, sheetBook.job_id))
      .where(
        and(
          inArray(
            sheetBook.job_id,
            jobs.map(({ id }) => id),
          ),
          keptBy(ctx.actor.company.id),
          isNull(blankSheet.trip_ticket_id),
          isNull(blankSheet.voided_at),
        ),
      )
      .orderBy(asc(blankSheet.id))
      .limit(MAX_AT_HAND);
    return { jobs: jobs.map(({ id, name }) => ({ id, name })), more, runs: toSheetRanges(sheets) };
  },
});

const keptBy = (me: number) => or(eq(sheetBook.company_id, me), eq(job.request_user_company_id, me));

/**
 * Return the unused sheets with a typed number, on the jobs on which the user may create tickets. Several can match,
 * because requesters number independently.
 */
export const findSheets = procedure({
  name: "findSheets",
  may: "trip_ticket.create",
  input: z.strictObject({
    number: z.number("Enter the number printed on the sheet").int().positive(),
    job_id: z.number().int().optional(),
  }),
  async run(ctx, { number, job_id }) {
    const results = await ctx.read
      .select({ id: blankSheet.id, job_id: blankSheet.job_id, job: job.name })
      .from(job)
      .innerJoin(
        blankSheet,
        and(
          eq(blankSheet.numbering_company_id, job.request_user_company_id),
          eq(blankSheet.trip_ticket_number, number),
          eq(blankSheet.job_id, job.id),
        ),
      )
      .where(
        and(ticketJobsCondition(ctx.actor.company.id), job_id === undefined ? undefined : eq(job.id, job_id)),
      )
      .orderBy(asc(blankSheet.id))
      .limit(20);
    const mine = [];
    for (const sheet of results) if (await isAtHand(ctx, sheet.id)) mine.push(sheet);
    return { sheets: mine };
  },
});

/** Check whether the user may work with a sheet without having its code. */
const isAtHand = (ctx: Ctx<CompanyActor>, id: number): Promise<boolean> =>
  requireSheet(ctx, id, null).then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError && error.kind === "missing") return false;
      throw error;
    },
  );

const NOT_YOURS =
  "None of your sheets on this job have this number. Scan the sheet's code, or check the job.";

/** Return the sheet that a new ticket claims: the one whose code was scanned, otherwise the one with the typed number. */
export async function findSheetToClaim(
  ctx: Ctx<CompanyActor>,
  jobId: number,
  { blank_sheet_id, sheet_number }: { blank_sheet_id?: number; sheet_number?: number },
): Promise<number | undefined> {
  if (sheet_number === undefined) return blank_sheet_id;
  const [sheet] = await ctx.read
    .select({ id: blankSheet.id })
    .from(blankSheet)
    .innerJoin(job, eq(job.id, blankSheet.job_id))
    .where(
      and(
        eq(blankSheet.numbering_company_id, job.request_user_company_id),
        eq(blankSheet.trip_ticket_number, sheet_number),
        sql`${job.id} = ${jobId}`,
      ),
    );
  if (blank_sheet_id !== undefined && sheet?.id !== blank_sheet_id)
    throw invalid({ sheet_number: ["This isn't the number of the sheet that you scanned."] });
  if (!sheet || (blank_sheet_id === undefined && !(await isAtHand(ctx, sheet.id))))
    throw invalid({ sheet_number: [NOT_YOURS] });
  return sheet.id;
}
