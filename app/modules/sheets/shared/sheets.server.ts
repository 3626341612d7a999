import { and, asc, desc, eq, isNull, lte, sql } from "drizzle-orm";
import { z } from "zod";
import { selectInsertedId } from "#db/inserted-id";
import { blankSheet, company, job as jobTable, sheetBook, tripTicket } from "#db/schema";
import { formatInstant } from "~/lib/time/time";
import { buildHistorySteps } from "~/modules/history/shared/history.server";
import { requireVisibleJob } from "~/modules/jobs/shared/authorize.server";
import { requireJobForNumbers } from "~/modules/trip-tickets/shared/job-numbers.server";
import {
  buildReserveTicketNumbersStep,
  reservedNumberSql,
} from "~/modules/trip-tickets/shared/numbers.server";
import { requireOpenJob } from "~/modules/trip-tickets/shared/open-job.server";
import { verifyQrSignature } from "~/modules/trip-tickets/shared/qr.server";
import type { CompanyActor } from "~/web/actor";
import { allowAnyRows, expectOneRow } from "~/web/commit.server";
import { type Ctx, procedure } from "~/web/procedure";
import { forbidden, invalid, notFound, unprocessable } from "~/web/refusal";

export const MAX_SHEETS_PER_BOOK = 200;
/**
 * Maximum number of a company's unused sheets on a job: two full books. Each sheet permanently uses a number of the
 * requester.
 */
export const MAX_WAITING_SHEETS = 400;
const NO_SHEET = "We couldn't find that sheet, or you don't have access to it.";

/** List a job's books: all books for the requester and the land manager, otherwise only the acting company's own. */
export const listBooks = procedure({
  name: "listBooks",
  may: "trip_ticket.read",
  input: z.strictObject({ job_id: z.number().int() }),
  async run(ctx, { job_id }) {
    const job = await requireJobForNumbers(ctx, job_id);
    const state = (condition: string) =>
      sql<number>`(SELECT count(*) FROM blank_sheet s WHERE s.sheet_book_id = ${sheetBook.id} AND ${sql.raw(condition)})`;
    const books = await ctx.read
      .select({
        id: sheetBook.id,
        company: company.name,
        sheets: sheetBook.sheets,
        created_at: sheetBook.created_at,
        first: sql<number>`(SELECT min(s.trip_ticket_number) FROM blank_sheet s WHERE s.sheet_book_id = ${sheetBook.id})`,
        claimed: state("s.trip_ticket_id IS NOT NULL"),
        voided: state("s.voided_at IS NOT NULL"),
      })
      .from(sheetBook)
      .innerJoin(company, eq(company.id, sheetBook.company_id))
      .where(
        and(
          eq(sheetBook.job_id, job_id),
          job.office ? undefined : eq(sheetBook.company_id, ctx.actor.company.id),
        ),
      )
      .orderBy(desc(sheetBook.id))
      .limit(200);
    return {
      job: { id: job.id, name: job.name },
      may_print: ctx.actor.permissions.trip_ticket.create,
      books: books.map(({ created_at, ...book }) => ({
        ...book,
        created: { at: created_at, text: formatInstant(created_at, ctx.actor.zone, ctx.now) },
      })),
    };
  },
});

/**
 * Print a book: reserve a ticket number and a load number for each blank sheet within the insert's transaction, so that
 * no number is issued twice. Requires permission to create tickets on the job, and fails if too many of the company's
 * sheets are unused. The job's history records the company and the number of sheets (docs/domain.md#ticket-numbers).
 */
export const printBook = procedure({
  name: "printBook",
  may: "trip_ticket.create",
  input: z.strictObject({
    job_id: z.number().int(),
    sheets: z
      .number("Enter how many sheets")
      .int("Enter a whole number")
      .min(1, "Enter at least one sheet")
      .max(MAX_SHEETS_PER_BOOK, `A book can have at most ${MAX_SHEETS_PER_BOOK} sheets`),
  }),
  async run(ctx, { job_id, sheets }) {
    const open = await requireOpenJob(ctx, job_id);
    const numbering = open.request_user_company_id;
    const me = ctx.actor.company.id;
    const [{ waiting } = { waiting: 0 }] = await ctx.read
      .select({ waiting: waitingSheets(job_id, me) })
      .from(jobTable)
      .where(eq(jobTable.id, job_id));
    if (waiting + sheets > MAX_WAITING_SHEETS)
      throw invalid({
        sheets: [
          `${waiting} of your company's sheets are waiting on this job (limit ${MAX_WAITING_SHEETS}). Claim or void some before you print more.`,
        ],
      });
    const { subject } = await requireVisibleJob(ctx, job_id);
    // The history entry is readable by the same companies as the book: the office and the book's company.
    const readers = [me, ...open.parties.filter((p) => p.is_land_manager).map((p) => p.company_id)];
    const reserved = { key: "blank_sheets_reserved", saved: null, updated: sheets, readers };
    const book = selectInsertedId(sheetBook);
    return ctx.commit(
      [
        buildReserveTicketNumbersStep("trip_ticket", numbering, sheets),
        buildReserveTicketNumbersStep("load", job_id, sheets),
        expectOneRow(
          ctx.write.insert(sheetBook).values({
            job_id,
            company_id: me,
            creator_user_id: ctx.actor.user?.id ?? null,
            sheets,
            created_at: ctx.now.toISOString(),
          }),
        ),
        allowAnyRows(
          ctx.write.insert(blankSheet).values(
            Array.from({ length: sheets }, (_, i) => ({
              sheet_book_id: book,
              job_id,
              numbering_company_id: numbering,
              trip_ticket_number: reservedNumberSql("trip_ticket", numbering, sheets - i - 1),
              load_number: reservedNumberSql("load", job_id, sheets - i - 1),
            })),
          ),
        ),
        // Check the limit again in the commit, because two simultaneous requests could each be below it.
        expectOneRow(
          ctx.write
            .update(sheetBook)
            .set({ sheets })
            .where(and(eq(sheetBook.id, book), lte(waitingSheets(job_id, me), MAX_WAITING_SHEETS))),
        ),
        ...(await buildHistorySteps(ctx, subject, [
          { activity: "job_updated", details: { diffs: [reserved] } },
        ])),
      ],
      { id: book },
    );
  },
});

/** Count a company's unused sheets on a job: neither claimed nor voided. */
const waitingSheets = (jobId: number, companyId: number) =>
  sql<number>`(SELECT count(*) FROM sheet_book b JOIN blank_sheet s ON s.sheet_book_id = b.id WHERE b.job_id = ${jobId} AND b.company_id = ${companyId} AND s.trip_ticket_id IS NULL AND s.voided_at IS NULL)`;

/** Return a book with its sheets and the state of each. */
export const getBook = procedure({
  name: "getBook",
  may: "trip_ticket.read",
  input: z.strictObject({ job_id: z.number().int(), book_id: z.number().int() }),
  async run(ctx, { job_id, book_id }) {
    const job = await requireJobForNumbers(ctx, job_id);
    const [book] = await ctx.read
      .select()
      .from(sheetBook)
      .where(and(eq(sheetBook.id, book_id), eq(sheetBook.job_id, job_id)));
    if (!book || !(job.office || book.company_id === ctx.actor.company.id)) throw notFound(NO_SHEET);
    const sheets = await ctx.read
      .select({
        id: blankSheet.id,
        trip_ticket_number: blankSheet.trip_ticket_number,
        load_number: blankSheet.load_number,
        trip_ticket_id: blankSheet.trip_ticket_id,
        voided_reason: blankSheet.voided_reason,
        voided: sql<number>`${blankSheet.voided_at} IS NOT NULL`,
      })
      .from(blankSheet)
      .where(eq(blankSheet.sheet_book_id, book_id))
      .orderBy(asc(blankSheet.load_number));
    return {
      id: book.id,
      job: { id: job.id, name: job.name },
      may_void: ctx.actor.permissions.trip_ticket.create,
      created: { at: book.created_at, text: formatInstant(book.created_at, ctx.actor.zone, ctx.now) },
      sheets: sheets.map((sheet) => ({ ...sheet, voided: Boolean(sheet.voided) })),
    };
  },
});

/**
 * Return a sheet to a user with access: the office of its job, the company that printed it, or a company that may
 * create tickets on the job and has the paper, proven by its signature. Otherwise throw 404.
 */
export async function requireSheet(ctx: Ctx<CompanyActor>, id: number, sig: string | null) {
  const [sheet] = await ctx.read
    .select({ sheet: blankSheet, company_id: sheetBook.company_id })
    .from(blankSheet)
    .innerJoin(sheetBook, eq(sheetBook.id, blankSheet.sheet_book_id))
    .where(eq(blankSheet.id, id));
  if (!sheet) throw notFound(NO_SHEET);
  const job = await requireJobForNumbers(ctx, sheet.sheet.job_id).catch(() => {
    throw notFound(NO_SHEET);
  });
  const keeper = job.office || sheet.company_id === ctx.actor.company.id;
  if (!keeper && !verifyQrSignature("sheet", id, sig)) throw notFound(NO_SHEET);
  return { ...sheet.sheet, keeper, job };
}

/** Return the current state of a scanned sheet: waiting for its load, claimed by a ticket, or voided. */
export const getSheet = procedure({
  name: "getSheet",
  may: "trip_ticket.read",
  input: z.strictObject({ sheet_id: z.number().int(), sig: z.string().max(100).optional() }),
  async run(ctx, { sheet_id, sig }) {
    const sheet = await requireSheet(ctx, sheet_id, sig ?? null);
    return {
      id: sheet.id,
      book_id: sheet.sheet_book_id,
      job: { id: sheet.job.id, name: sheet.job.name },
      trip_ticket_number: sheet.trip_ticket_number,
      load_number: sheet.load_number,
      trip_ticket_id: sheet.trip_ticket_id,
      voided: sheet.voided_at !== null,
      voided_reason: sheet.voided_reason,
      may_void: sheet.keeper && ctx.actor.permissions.trip_ticket.create,
    };
  },
});

/** Return the numbers that a waiting sheet gives to its ticket; throws if the sheet was claimed or voided. */
export async function requireWaitingSheet(
  ctx: Ctx<CompanyActor>,
  jobId: number,
  id: number,
  sig: string | undefined,
) {
  const sheet = await requireSheet(ctx, id, sig ?? null);
  if (sheet.job_id !== jobId) throw invalid({ blank_sheet_id: ["This sheet belongs to another job."] });
  if (sheet.voided_at) throw unprocessable("This sheet was voided.");
  if (sheet.trip_ticket_id !== null) {
    const [ticket] = await ctx.read
      .select({ number: tripTicket.trip_ticket_number })
      .from(tripTicket)
      .where(eq(tripTicket.id, sheet.trip_ticket_id));
    throw unprocessable(
      `This sheet was already claimed as trip ticket ${ticket?.number ?? ""}. Scan it to open that ticket.`,
    );
  }
  return { trip_ticket_number: sheet.trip_ticket_number, load_number: sheet.load_number };
}

/** Void a spoiled sheet; its numbers remain used and accounted for. */
export const voidSheet = procedure({
  name: "voidSheet",
  may: "trip_ticket.create",
  input: z.strictObject({
    sheet_id: z.number().int(),
    reason: z
      .string("Say why the sheet is void")
      .trim()
      .min(1, "Say why the sheet is void")
      .max(200, "A reason can be at most 200 characters"),
  }),
  async run(ctx, { sheet_id, reason }) {
    const sheet = await requireSheet(ctx, sheet_id, null);
    if (!sheet.keeper)
      throw forbidden("Only the company that printed the book, or the job's office, can void it.");
    if (sheet.trip_ticket_id !== null)
      throw unprocessable("This sheet was already claimed. Cancel its trip ticket instead.");
    if (sheet.voided_at) throw unprocessable("This sheet was already voided.");
    const step = ctx.write
      .update(blankSheet)
      .set({
        voided_at: ctx.now.toISOString(),
        voided_reason: reason,
        voided_by_user_id: ctx.actor.user?.id ?? null,
      })
      .where(
        and(eq(blankSheet.id, sheet_id), isNull(blankSheet.voided_at), isNull(blankSheet.trip_ticket_id)),
      );
    return ctx.commit([expectOneRow(step)], { job_id: sheet.job_id, book_id: sheet.sheet_book_id });
  },
});
