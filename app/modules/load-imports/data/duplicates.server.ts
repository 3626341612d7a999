import { type SQL, sql } from "drizzle-orm";
import { jsonListSql } from "#db/json-list";
import { blankSheet, job, loadImport, loadImportRow, tripTicket } from "#db/schema";
import { STATUS } from "~/modules/trip-tickets/rules/trip-ticket";
import { visibleTicketsQuery } from "~/modules/trip-tickets/shared/access.server";
import type { CompanyActor } from "~/web/actor";
import type { Ctx } from "~/web/procedure";
import type { ResolvedRow, RowDuplicates } from "./check.server";
import { readMillsAt } from "./mills.server";

const values = (list: readonly (string | number)[]): SQL => jsonListSql([...new Set(list)]);

/** Rows to compare, without rows that are left out. */
type Row = ResolvedRow & { print: string | null };

/** Find possible duplicates of the rows' loads: among trip tickets, sheets, and other imports. */
export async function findDuplicateRows(
  ctx: Ctx<CompanyActor>,
  importId: number,
  rows: readonly Row[],
): Promise<RowDuplicates> {
  const others = new Map<number, string[]>();
  const say = (line: number, words: string) => others.set(line, [...(others.get(line) ?? []), words]);
  const [slips, before, numbers, sheets] = await Promise.all([
    loadsWithSlips(ctx, rows),
    cameInBefore(ctx, importId, rows),
    loadsWithNumbers(ctx, rows),
    waitingSheets(ctx, rows),
  ]);
  const taken = new Map<number, number>();
  for (const { line, read, meant, print } of rows) {
    const slip = read.words.scale_ticket;
    const paper = read.words.paper_number;
    const twin = slips.find(
      (s) =>
        s.slip?.toLowerCase() === slip.toLowerCase() &&
        (s.destination === meant.destination?.value ||
          meant.destination?.mills.some((mill) => s.mills.includes(mill))),
    );
    if (slip && twin)
      say(
        line,
        `Scale ticket ${slip.slice(0, 40)} is also on trip ticket ${twin.number}${twin.job_id === meant.job?.id ? "" : ` of ${twin.job}`}.`,
      );
    const earlier =
      before.find((b) => print !== null && b.print === print) ??
      before.find((b) => paper && b.paper === paper && b.job_id === meant.job?.id);
    if (earlier) say(line, `It was already imported as trip ticket ${earlier.number}.`);
    const number = wholeNumber(paper);
    const same = numbers.find((t) => t.number === number && t.job_id === meant.job?.id);
    if (same && !earlier) say(line, `Trip ticket ${same.number} is already on this job.`);
    const sheet = sheets.find((s) => s.number === number && s.job_id === meant.job?.id);
    if (sheet) taken.set(line, sheet.number);
  }
  return { others, sheets: taken };
}

const wholeNumber = (text: string): number | null =>
  /^#?\s*0*[1-9]\d{0,8}$/.test(text) ? Number(text.replace(/\D/g, "")) : null;

async function loadsWithSlips(ctx: Ctx<CompanyActor>, rows: readonly Row[]) {
  const slips = rows.flatMap((r) => r.read.words.scale_ticket || []);
  if (slips.length === 0) return [];
  const t = tripTicket;
  const results = await ctx.read
    .select({
      slip: t.scale_ticket_number,
      number: t.trip_ticket_number,
      destination: t.job_destination_id,
      job_id: t.job_id,
      job: job.name,
    })
    .from(sql`json_each(${JSON.stringify([...new Set(slips)])}) v`)
    .crossJoin(t)
    .innerJoin(job, sql`${job.id} = ${t.job_id}`)
    .where(
      sql`${t.scale_ticket_number} = v.value COLLATE NOCASE AND ${t.scale_ticket_number} IS NOT NULL
        AND ${t.trip_ticket_status_id} <> ${STATUS.cancelled} AND ${visibleTicketsQuery(ctx.actor)}`,
    );
  const mills = await readMillsAt(
    ctx,
    results.map((f) => f.destination),
  );
  return results.map((f) => ({ ...f, mills: mills(f.destination) }));
}

/** Find rows of the company's other imports with the same content or paper ticket number whose loads still exist. */
function cameInBefore(ctx: Ctx<CompanyActor>, importId: number, rows: readonly Row[]) {
  const r = loadImportRow;
  const found = (by: SQL) =>
    ctx.read
      .select({
        print: r.fingerprint,
        paper: r.paper_number,
        number: tripTicket.trip_ticket_number,
        job_id: tripTicket.job_id,
      })
      .from(r)
      .innerJoin(loadImport, sql`${loadImport.id} = ${r.load_import_id}`)
      .innerJoin(tripTicket, sql`${tripTicket.id} = ${r.trip_ticket_id}`)
      .where(
        sql`${by} AND ${r.trip_ticket_id} IS NOT NULL AND ${r.load_import_id} <> ${importId}
          AND ${loadImport.company_id} = ${ctx.actor.company.id} AND NOT ${tripTicket.is_deleted}`,
      )
      .limit(10_000);
  const papers = rows.flatMap((row) => row.read.words.paper_number || []);
  return Promise.all([
    found(sql`${r.fingerprint} IN ${values(rows.flatMap((row) => row.print ?? []))}`),
    papers.length ? found(sql`${r.paper_number} IN ${values(papers)}`) : [],
  ]).then((lists) => lists.flat());
}

const numbersOf = (rows: readonly Row[]) =>
  rows.flatMap((row) => wholeNumber(row.read.words.paper_number) ?? []);
const jobsOf = (rows: readonly Row[]) => rows.flatMap((row) => row.meant.job?.id ?? []);

async function loadsWithNumbers(ctx: Ctx<CompanyActor>, rows: readonly Row[]) {
  const numbers = numbersOf(rows);
  if (numbers.length === 0) return [];
  const t = tripTicket;
  return ctx.read
    .select({ number: t.trip_ticket_number, job_id: t.job_id })
    .from(t)
    .where(
      sql`${t.trip_ticket_number} IN ${values(numbers)} AND +${t.job_id} IN ${values(jobsOf(rows))} AND ${visibleTicketsQuery(ctx.actor)}`,
    );
}

async function waitingSheets(ctx: Ctx<CompanyActor>, rows: readonly Row[]) {
  const numbers = numbersOf(rows);
  if (numbers.length === 0) return [];
  const s = blankSheet;
  return ctx.read
    .select({ number: s.trip_ticket_number, job_id: s.job_id })
    .from(s)
    .where(
      sql`${s.job_id} IN ${values(jobsOf(rows))} AND ${s.trip_ticket_number} IN ${values(numbers)}
        AND ${s.trip_ticket_id} IS NULL AND ${s.voided_at} IS NULL`,
    );
}
