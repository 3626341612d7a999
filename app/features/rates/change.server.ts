import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { newest } from "#db/newest";
import { jobHaulRate, jobProductRate } from "#db/schema";
import { historySteps } from "~/core/history/history.server";
import { jobFor, type VisibleJob } from "~/core/jobs/standing.server";
import { askAnew, rateInHistory } from "~/core/rates/rate-steps.server";
import { plainRate } from "~/core/rates/rates";
import { readRates } from "~/core/rates/read.server";
import type { Diff } from "~/domain/history/history";
import type { CompanyActor } from "~/web/actor";
import { mustHit } from "~/web/commit.server";
import { idOutput } from "~/web/output";
import { type Ctx, procedure } from "~/web/procedure";
import { missing } from "~/web/refusal";
import { asRead, revise } from "~/web/revise.server";
import { haulRate, haulValues, productRate, productValues } from "./rate-values.server";

const job_id = z.number().int();

/** A price's history: it names its readers (decisions, section 2), and asks again those who haven't answered. */
const priceHistory = async (ctx: Ctx, found: VisibleJob, diffs: Diff[]) => [
  askAnew(
    ctx,
    found.job.id,
    diffs.flatMap((d) => d.readers ?? []),
  ),
  ...(await historySteps(ctx, found.subject, [{ activity: "job_updated", details: { diffs } }])),
];

export const addProductRate = procedure({
  name: "addProductRate",
  input: z.strictObject({ job_id, ...productRate }),
  output: idOutput,
  async run(ctx, { job_id, ...input }) {
    const found = await jobFor(ctx, job_id, "add_rate");
    const { values, key, readers, said } = await productValues(ctx, found, input);
    return ctx.commit(
      [
        mustHit(ctx.write.insert(jobProductRate).values({ job_id, ...values })),
        ...(await priceHistory(ctx, found, [{ key, saved: null, updated: said, readers }])),
      ],
      { id: newest(jobProductRate) },
    );
  },
});

export const addHaulRate = procedure({
  name: "addHaulRate",
  input: z.strictObject({ job_id, ...haulRate }),
  output: idOutput,
  async run(ctx, { job_id, ...input }) {
    const found = await jobFor(ctx, job_id, "add_rate");
    const { values, key, readers, said } = await haulValues(ctx, found, input);
    return ctx.commit(
      [
        mustHit(ctx.write.insert(jobHaulRate).values({ job_id, ...values })),
        ...(await priceHistory(ctx, found, [{ key, saved: null, updated: said, readers }])),
      ],
      { id: newest(jobHaulRate) },
    );
  },
});

const of = { job_id, rate_id: z.number().int(), version: z.number().int() };

async function savedRate(
  ctx: Ctx<CompanyActor>,
  input: { job_id: number; rate_id: number; version: number },
  kind: "product" | "haul",
  right: "edit_rate" | "delete_rate",
) {
  const found = await jobFor(ctx, input.job_id, right);
  const rates = await readRates(ctx, found);
  const saved = (kind === "product" ? rates.product_rates : rates.haul_rates).find(
    (r) => r.id === input.rate_id,
  );
  if (!saved) throw missing("We couldn't find that rate.");
  asRead(saved.row, input.version, { rate: plainRate(saved.row.rate), version: saved.row.version });
  return { found, saved, ...rateInHistory(saved) };
}

export const updateProductRate = procedure({
  name: "updateProductRate",
  input: z.strictObject({ ...of, ...productRate }),
  output: idOutput,
  async run(ctx, { job_id, rate_id, version, ...input }) {
    const old = await savedRate(ctx, { job_id, rate_id, version }, "product", "edit_rate");
    const { row } = old.saved;
    const was =
      "paying_company_location_id" in row
        ? { place: row.paying_company_location_id, unit: row.wood_unit_type_id }
        : null;
    const next = await productValues(ctx, old.found, input, was);
    return ctx.commit(
      [
        revise(ctx, jobProductRate, old.saved.row, next.values),
        ...(await priceHistory(ctx, old.found, changedRate(old, next))),
      ],
      { id: rate_id },
    );
  },
});

export const updateHaulRate = procedure({
  name: "updateHaulRate",
  input: z.strictObject({ ...of, ...haulRate }),
  output: idOutput,
  async run(ctx, { job_id, rate_id, version, ...input }) {
    const old = await savedRate(ctx, { job_id, rate_id, version }, "haul", "edit_rate");
    const next = await haulValues(ctx, old.found, input);
    return ctx.commit(
      [
        revise(ctx, jobHaulRate, old.saved.row, next.values),
        ...(await priceHistory(ctx, old.found, changedRate(old, next))),
      ],
      { id: rate_id },
    );
  },
});

/**
 * One line if the price is between the same two companies; otherwise the old one goes to its own readers and the new
 * one to others. Companies are compared by id, because names may be the same.
 */
function changedRate(
  old: { key: string; readers: number[]; saved: { words: string } },
  next: { key: string; readers: number[]; said: string },
): Diff[] {
  if (old.key === next.key && old.readers.join() === next.readers.join())
    return [{ key: next.key, saved: old.saved.words, updated: next.said, readers: next.readers }];
  return [
    { key: old.key, saved: old.saved.words, updated: null, readers: old.readers },
    { key: next.key, saved: null, updated: next.said, readers: next.readers },
  ];
}

const remove = (kind: "product" | "haul", name: string) =>
  procedure({
    name,
    input: z.strictObject(of),
    output: idOutput,
    async run(ctx, input) {
      const { found, saved, readers, key } = await savedRate(ctx, input, kind, "delete_rate");
      const table = kind === "product" ? jobProductRate : jobHaulRate;
      return ctx.commit(
        [
          mustHit(
            ctx.write
              .delete(table)
              .where(and(eq(table.id, saved.row.id), eq(table.version, saved.row.version))),
          ),
          ...(await priceHistory(ctx, found, [{ key, saved: saved.words, updated: null, readers }])),
        ],
        { id: input.rate_id },
      );
    },
  });
export const removeProductRate = remove("product", "removeProductRate");
export const removeHaulRate = remove("haul", "removeHaulRate");
