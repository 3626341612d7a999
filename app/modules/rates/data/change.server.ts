import { sql } from "drizzle-orm";
import { z } from "zod";
import { selectInsertedId } from "#db/inserted-id";
import { jobHaulRate, jobProductRate } from "#db/schema";
import type { Diff } from "~/modules/history/rules/history";
import { buildHistorySteps } from "~/modules/history/shared/history.server";
import { requireJobRight, type VisibleJob } from "~/modules/jobs/shared/authorize.server";
import {
  type PayChangeConfirmInput,
  payChangeConfirmFields,
} from "~/modules/settlements/shared/moved.server";
import { buildRepriceJobSteps } from "~/modules/settlements/shared/reprice.server";
import { buildOfferTrialStep } from "~/modules/settlements/shared/trial.server";
import { formatProductKey } from "~/modules/trip-tickets/rules/defaults";
import type { CompanyActor } from "~/web/actor";
import { expectOneRow } from "~/web/commit.server";
import { idOutput } from "~/web/output";
import { type Ctx, procedure, type Step } from "~/web/procedure";
import { notFound } from "~/web/refusal";
import { isUnchanged, requireVersion, updateWithVersion } from "~/web/revise.server";
import type { Shares } from "../rules/rate-terms";
import { formatPriceWithTerms, formatRateForInput, type RateTerms } from "../rules/rates";
import { buildNotifyPayersSteps } from "../shared/payer-consent.server";
import {
  buildInvalidateAcceptanceStep,
  formatRateForHistory,
  getRateReaders,
} from "../shared/rate-steps.server";
import { readRates } from "../shared/read.server";
import { diffRates } from "./changed-rate";
import {
  buildAddSharesSteps,
  buildReplaceSharesSteps,
  getUsedRateChange,
  isRateUsed,
  type RateIdentity,
  type RateTable,
  requireUnusedStartDay,
} from "./follow.server";
import { type RateChange, requireConfirmedPayChange, UNSAVED_RATE } from "./moved.server";
import {
  haulRateFields,
  productRateFields,
  toHaulRateValues,
  toProductRateValues,
} from "./rate-values.server";

const job_id = z.number().int();
type Said = { key: string; said: string; readers: number[] };

/**
 * Database steps that follow a price change: record it in the history with the companies that may read it, ask those
 * companies that haven't accepted the job again, and reprice the job's loads (docs/domain.md#who-sees-prices).
 */
export const buildPriceChangeSteps = async (ctx: Ctx, job: VisibleJob, diffs: Diff[]) => [
  buildInvalidateAcceptanceStep(
    ctx,
    job.job.id,
    diffs.flatMap((d) => d.readers ?? []),
  ),
  ...(await buildHistorySteps(ctx, job.subject, [{ activity: "job_updated", details: { diffs } }])),
  ...buildRepriceJobSteps(job.job.id),
];

export const addProductRate = procedure({
  name: "addProductRate",
  input: z.strictObject({ job_id, ...productRateFields, ...payChangeConfirmFields }),
  output: idOutput,
  async run(ctx, { job_id, ...input }) {
    const job = await requireJobRight(ctx, job_id, "add_rate");
    const next = await toProductRateValues(ctx, job, input);
    await requireUnusedStartDay(ctx, jobProductRate, { job_id, ...next.values });
    const added = { ...UNSAVED_RATE, job_id, ...next.values, shares: next.shares };
    await requireConfirmedPayChange(ctx, job, input, { kind: "product", was: null, next: added });
    return ctx.commit(
      [
        expectOneRow(ctx.write.insert(jobProductRate).values({ job_id, ...next.values })),
        buildOfferTrialStep(ctx.actor.company.id, ctx.now),
        ...buildAddSharesSteps(ctx, jobProductRate, next.shares),
        ...(await askSteps(ctx, job, next.values)),
        ...(await buildPriceChangeSteps(ctx, job, [newRate(next)])),
      ],
      { id: selectInsertedId(jobProductRate) },
    );
  },
});

export const addHaulRate = procedure({
  name: "addHaulRate",
  input: z.strictObject({ job_id, ...haulRateFields, ...payChangeConfirmFields }),
  output: idOutput,
  async run(ctx, { job_id, ...input }) {
    const job = await requireJobRight(ctx, job_id, "add_rate");
    const next = await toHaulRateValues(ctx, job, input);
    await requireUnusedStartDay(ctx, jobHaulRate, { job_id, ...next.values });
    const added = { ...UNSAVED_RATE, job_id, ...next.values, shares: next.shares };
    await requireConfirmedPayChange(ctx, job, input, { kind: "haul", was: null, next: added });
    return ctx.commit(
      [
        expectOneRow(ctx.write.insert(jobHaulRate).values({ job_id, ...next.values })),
        buildOfferTrialStep(ctx.actor.company.id, ctx.now),
        ...buildAddSharesSteps(ctx, jobHaulRate, next.shares),
        ...(await askSteps(ctx, job, next.values)),
        ...(await buildPriceChangeSteps(ctx, job, [newRate(next)])),
      ],
      { id: selectInsertedId(jobHaulRate) },
    );
  },
});

/** Return the database steps that ask the payer of a rate to agree, if the payer has to agree first. */
const askSteps = async (
  ctx: Ctx<CompanyActor>,
  { job }: VisibleJob,
  { consent_requested_at, paying_company_id }: RateTerms & RateIdentity,
) => (consent_requested_at ? buildNotifyPayersSteps(ctx, job.name, [paying_company_id]) : []);

/**
 * Check whether a change needs no new consent of the payer, because it changes nothing or only ends the rate sooner.
 * The payer's earlier answer then remains valid.
 */
function asksNoMore(row: Record<string, unknown>, next: Next, shares: Shares): boolean {
  const { ended_on, consent_requested_at: _, ...values } = next.values;
  const isSame = Object.entries(values).every(([name, value]) => row[name] === value);
  const endsNoLater =
    ended_on === row.ended_on ||
    (ended_on !== null && (typeof row.ended_on !== "string" || ended_on <= row.ended_on));
  return isSame && endsNoLater && JSON.stringify(next.shares) === JSON.stringify(shares);
}

const newRate = ({ key, said, readers }: Said): Diff => ({ key, saved: null, updated: said, readers });

export const savedRateInput = { job_id, rate_id: z.number().int(), version: z.number().int() };

/** Return a saved rate that the user may change or remove, if it still has the version that was read. */
export async function requireSavedRate(
  ctx: Ctx<CompanyActor>,
  input: { job_id: number; rate_id: number; version?: number },
  kind: "product" | "haul",
  right: "edit_rate" | "delete_rate",
) {
  const job = await requireJobRight(ctx, input.job_id, right);
  const rates = await readRates(ctx, job);
  const saved = (kind === "product" ? rates.product_rates : rates.haul_rates).find(
    (r) => r.id === input.rate_id,
  );
  if (!saved) throw notFound("We couldn't find that rate.");
  if (input.version !== undefined)
    requireVersion(saved.row, input.version, {
      rate: formatRateForInput(saved.row.rate),
      version: saved.row.version,
    });
  const is_used = await isRateUsed(ctx, kind === "product" ? jobProductRate : jobHaulRate, saved.row.id);
  return { found: job, saved, is_used, ...formatRateForHistory(saved) };
}

export type SavedRate = Awaited<ReturnType<typeof requireSavedRate>>;
type Next = Said & { values: RateTerms & RateIdentity & { rate: number }; shares: Shares };
/** Functions that write a rate to its table, and functions that describe each kind of change. */
type Writes = {
  table: RateTable;
  edit: (patch: Partial<RateTerms>) => Step;
  whole: () => Step;
  add: () => Step;
  /**
   * Describe a change that only ends the rate; `changes` describes a whole edit, which replaces the old rate or adds
   * another one.
   */
  ends: (ended_on: string | null) => RateChange;
  changes: (isEdit: boolean) => RateChange;
};

/**
 * Return the database steps, history and rate id of an edit: changed in place, ended, or followed by a new rate because
 * it has paid loads.
 */
async function changeSteps(
  ctx: Ctx<CompanyActor>,
  old: SavedRate,
  next: Next,
  input: PayChangeConfirmInput,
  { table, ...write }: Writes,
) {
  const { row, words, price } = old.saved;
  const { key, readers } = old;
  if (isUnchanged(row, { ...next.values, shares: next.shares }))
    return { steps: [], diffs: [], id: sql<number>`${row.id}` };
  const change = old.is_used ? getUsedRateChange(row, { ...next.values, shares: next.shares }) : "in place";
  if (change === "ended") {
    const { ended_on } = next.values;
    await requireConfirmedPayChange(ctx, old.found, input, write.ends(ended_on));
    const updated = formatPriceWithTerms(price, { ...row, ended_on });
    return {
      steps: [write.edit({ ended_on })],
      diffs: [{ key, saved: words, updated, readers }],
      id: sql<number>`${row.id}`,
    };
  }
  const isEdit = change === "in place";
  if (isEdit && asksNoMore(row, next, row.shares)) {
    next.values.consent_requested_at = row.consent_requested_at;
    next.readers = getRateReaders({ ...next.values, shares: next.shares });
  }
  const asks =
    next.values.consent_requested_at !== row.consent_requested_at
      ? await askSteps(ctx, old.found, next.values)
      : [];
  await requireUnusedStartDay(
    ctx,
    table,
    { ...next.values, job_id: old.found.job.id },
    isEdit ? row.id : undefined,
  );
  await requireConfirmedPayChange(ctx, old.found, input, write.changes(isEdit));
  const id = isEdit ? sql<number>`${row.id}` : selectInsertedId(table);
  return {
    steps: [
      isEdit ? write.whole() : write.add(),
      ...buildReplaceSharesSteps(ctx, table, id, next.shares),
      ...asks,
    ],
    diffs: diffRates(old, next),
    id,
  };
}

export const updateProductRate = procedure({
  name: "updateProductRate",
  input: z.strictObject({ ...savedRateInput, ...productRateFields, ...payChangeConfirmFields }),
  output: idOutput,
  async run(ctx, { job_id, rate_id, version, ...input }) {
    const old = await requireSavedRate(ctx, { job_id, rate_id, version }, "product", "edit_rate");
    const { row } = old.saved;
    if (!("paying_company_location_id" in row)) throw notFound("We couldn't find that rate.");
    const was = {
      ...row,
      place: row.paying_company_location_id,
      unit: row.wood_unit_type_id,
      product: formatProductKey(row),
    };
    const next = await toProductRateValues(ctx, old.found, input, was);
    const { steps, diffs, id } = await changeSteps(ctx, old, next, input, {
      table: jobProductRate,
      edit: (patch) => updateWithVersion(ctx, jobProductRate, row, patch),
      whole: () => updateWithVersion(ctx, jobProductRate, row, next.values),
      add: () => expectOneRow(ctx.write.insert(jobProductRate).values({ ...next.values, job_id })),
      ends: (ended_on) => ({ kind: "product", was: row, next: { ...row, ended_on } }),
      changes: (isEdit) => ({
        kind: "product",
        was: isEdit ? row : null,
        next: { ...row, ...next.values, shares: next.shares, ...(isEdit ? {} : UNSAVED_RATE) },
      }),
    });
    return ctx.commit(
      [...steps, ...(diffs.length ? await buildPriceChangeSteps(ctx, old.found, diffs) : [])],
      {
        id,
      },
    );
  },
});

export const updateHaulRate = procedure({
  name: "updateHaulRate",
  input: z.strictObject({ ...savedRateInput, ...haulRateFields, ...payChangeConfirmFields }),
  output: idOutput,
  async run(ctx, { job_id, rate_id, version, ...input }) {
    const old = await requireSavedRate(ctx, { job_id, rate_id, version }, "haul", "edit_rate");
    const { row } = old.saved;
    if (!("job_destination_id" in row)) throw notFound("We couldn't find that rate.");
    const next = await toHaulRateValues(ctx, old.found, input, row);
    const { steps, diffs, id } = await changeSteps(ctx, old, next, input, {
      table: jobHaulRate,
      edit: (patch) => updateWithVersion(ctx, jobHaulRate, row, patch),
      whole: () => updateWithVersion(ctx, jobHaulRate, row, next.values),
      add: () => expectOneRow(ctx.write.insert(jobHaulRate).values({ ...next.values, job_id })),
      ends: (ended_on) => ({ kind: "haul", was: row, next: { ...row, ended_on } }),
      changes: (isEdit) => ({
        kind: "haul",
        was: isEdit ? row : null,
        next: { ...row, ...next.values, shares: next.shares, ...(isEdit ? {} : UNSAVED_RATE) },
      }),
    });
    return ctx.commit(
      [...steps, ...(diffs.length ? await buildPriceChangeSteps(ctx, old.found, diffs) : [])],
      {
        id,
      },
    );
  },
});
