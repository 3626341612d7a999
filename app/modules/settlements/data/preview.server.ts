import { inArray } from "drizzle-orm";
import { z } from "zod";
import { company } from "#db/schema";
import type { ReadCtx } from "~/web/procedure";
import { procedure } from "~/web/procedure";
import { calendarDayField, idField } from "../rules/inputs";
import { previewOutput } from "../rules/output";
import { getClosedPeriodMessage, readClosedThrough } from "../shared/closed.server";
import { type OpenWork, readOpenClaims, readOpenSums, readProblemCounts } from "../shared/open-work.server";
import { readPayer, readPayerSetting, requireSettlements } from "../shared/payer.server";
import {
  getLocalToday,
  getPayDay,
  getStatementPeriod,
  readStatementItems,
  type StatementItemsByReceiver,
} from "./plan.server";

/** Maximum number of corrections that lower pay listed individually. */
const MAX_SHOWN = 50;

export const openWorkInput = {
  paying_company_id: idField.optional(),
  job_id: idField.optional(),
  period_start: calendarDayField().optional(),
  period_end: calendarDayField("Choose the last day."),
};

/** Read the payer, its settings, the period and the open work for a settlement request. */
export async function readOpenWork(
  ctx: ReadCtx,
  input: { paying_company_id?: number; job_id?: number; period_start?: string; period_end: string },
) {
  const payer = await readPayer(ctx, input.paying_company_id);
  const setting = await readPayerSetting(ctx, payer.acted_for ? ctx.actor.company.id : payer.id);
  const span = getStatementPeriod(ctx, setting, input);
  const work: OpenWork = {
    payer,
    through: span.through,
    starts_on: setting.starts_on,
    ...(input.job_id ? { job_id: input.job_id } : {}),
  };
  return { payer, setting, span, work };
}

export async function readNamesById({ read }: Pick<ReadCtx, "read">, ids: readonly number[]) {
  const rows = ids.length
    ? await read
        .select({ id: company.id, name: company.name })
        .from(company)
        .where(inArray(company.id, [...ids]))
    : [];
  return new Map(rows.map((row) => [row.id, row.name]));
}

/** Preview each receiver's statement through a day, without creating anything. */
export const previewStatements = procedure({
  name: "previewStatements",
  may: "settlement.read",
  input: z.strictObject(openWorkInput),
  output: previewOutput,
  async run(ctx, input) {
    await requireSettlements(ctx);
    const { payer, setting, span, work } = await readOpenWork(ctx, input);
    const [sums, problems, below, closed] = await Promise.all([
      readOpenSums(ctx, work),
      readProblemCounts(ctx, work),
      readStatementItems(ctx, work, span.from),
      readClosedThrough(ctx, payer.id),
    ]);
    const ids = [...new Set([...sums.map((s) => s.receiving_company_id), ...below.receivers])].filter(
      (one) => one !== payer.id,
    );
    const names = await readNamesById(ctx, [...ids, ...problems.keys()]);
    const receivers = await Promise.all(
      ids.map(async (receiver) => {
        const [taken, lowered] = [0, 1].map((lower) =>
          sums.find((s) => s.receiving_company_id === receiver && s.is_lower === lower),
        );
        const plain = partOf(below, receiver, [taken]);
        return {
          receiving_company_id: receiver,
          name: names.get(receiver) ?? "",
          loads: taken?.loads ?? 0,
          claims: taken?.claims ?? 0,
          corrections: taken?.corrections ?? 0,
          oldest: [taken?.oldest, lowered?.oldest].filter((d) => d !== undefined).sort()[0] ?? null,
          problems: problems.get(receiver) ?? 0,
          ...plain,
          lowered: lowered
            ? {
                claims: lowered.claims,
                cents: lowered.cents,
                with: partOf(below, receiver, [taken, lowered]),
                loads: await loweredLoads(ctx, work, receiver),
              }
            : null,
        };
      }),
    );
    return {
      payer: { id: payer.id, name: payer.name, acted_for: payer.acted_for },
      period_start: span.from,
      period_end: span.through,
      pay_on: getPayDay(span, setting),
      today: getLocalToday(ctx),
      closed: getClosedPeriodMessage(closed, span.through),
      receivers: receivers
        .filter((r) => r.line_count > 0 || r.lowered)
        .sort((a, b) => a.name.localeCompare(b.name)),
      left_out: [...problems]
        .map(([id, loads]) => ({ receiving_company_id: id, name: names.get(id) ?? "", loads }))
        .sort((a, b) => a.name.localeCompare(b.name)),
    };
  },
});

type Sum = Awaited<ReturnType<typeof readOpenSums>>[number];

/** Compute the totals of a statement with these claims. */
function partOf(below: StatementItemsByReceiver, receiver: number, taken: (Sum | undefined)[]) {
  const of = (pick: (sum: Sum) => number) => taken.reduce((all, sum) => all + (sum ? pick(sum) : 0), 0);
  const gross = of((sum) => sum.cents);
  const claims = of((sum) => sum.claims);
  if (claims === 0 && !below.isWorthIt(receiver))
    return { gross_cents: 0, total_cents: 0, line_count: 0, items: [] };
  const { lines, total } = below.of(receiver, gross);
  return {
    gross_cents: gross,
    total_cents: total,
    line_count: of((sum) => sum.lines) + lines.length,
    items: lines.map(({ kind, words, amount_cents }) => ({ kind, words, amount_cents })),
  };
}

async function loweredLoads(ctx: ReadCtx, work: OpenWork, receiver: number) {
  const rows = await readOpenClaims(ctx, work, receiver, { lower: true, most: 2000 });
  return rows
    .filter(({ open }) => open.due_cents < open.posted_cents)
    .slice(0, MAX_SHOWN)
    .map((row) => ({
      ticket_number: row.ticket_number,
      earned_on: row.claim.earned_on,
      was_cents: row.open.posted_cents,
      is_cents: row.open.due_cents,
      statement_number: row.stated_number,
    }));
}
