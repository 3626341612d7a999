import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { prepareQuery } from "#db/prepared.server";
import { jobProduct } from "#db/schema";
import {
  createVolumeSchema,
  formatPlainVolume,
  formatVolume,
  getUnitPlural,
  parseVolume,
} from "~/lib/units/measures";
import { buildHistorySteps } from "~/modules/history/shared/history.server";
import { formatProductKey } from "~/modules/trip-tickets/rules/defaults";
import { formatCompanyProduct } from "~/modules/trip-tickets/rules/trip-ticket";
import { expectOneRow } from "~/web/commit.server";
import { type Ctx, procedure } from "~/web/procedure";
import { invalid } from "~/web/refusal";
import { buildUpdateJobStep, requireJobRight } from "../shared/authorize.server";
import { readJobProducts } from "../shared/job-products.server";

const MESSAGE = "Type a volume like 1200.";

const findVolumes = prepareQuery((read) =>
  read
    .select({ id: jobProduct.id, contract_volume: jobProduct.contract_volume })
    .from(jobProduct)
    .where(eq(jobProduct.job_id, sql.placeholder("job"))),
);

/** Products of a job, each with its contract volume, in the product's own unit. */
export async function readContractVolumes(ctx: Pick<Ctx, "read">, jobId: number) {
  const [products, rows] = await Promise.all([
    readJobProducts(ctx, jobId),
    findVolumes(ctx.read, { job: jobId }),
  ]);
  const volumes = new Map(rows.map((row) => [row.id, row.contract_volume]));
  return products.map((p) => ({
    ...p,
    key: formatProductKey(p),
    name: formatCompanyProduct(p),
    contract_volume: volumes.get(p.id) ?? null,
  }));
}

/** Form of the contract volumes. */
export const getContractVolumes = procedure({
  name: "getContractVolumes",
  may: "job.update",
  input: z.strictObject({ id: z.number().int() }),
  async run(ctx, { id }) {
    const { job } = await requireJobRight(ctx, id, "edit");
    const products = await readContractVolumes(ctx, id);
    return {
      id,
      version: job.version,
      products: products.map((p) => ({
        key: p.key,
        name: p.name,
        unit: getUnitPlural(p.wood_unit_type_id),
        volume: formatPlainVolume(p.contract_volume),
      })),
    };
  },
});

/** Sets the contract volumes, by product; a product left empty has no volume. */
export const setContractVolumes = procedure({
  name: "setContractVolumes",
  may: "job.update",
  input: z.strictObject({
    id: z.number().int(),
    version: z.number().int(),
    products: z
      .array(z.strictObject({ product: z.string().max(40), volume: createVolumeSchema(MESSAGE).optional() }))
      .max(100)
      .default([]),
  }),
  async run(ctx, { id, version, products: sent }) {
    const job = await requireJobRight(ctx, id, "edit");
    const products = await readContractVolumes(ctx, id);
    const expected = sent.map((row, i) => {
      const product = products.find((p) => p.key === row.product);
      if (!product) throw invalid({ [`products[${i}].volume`]: ["This product isn't on the job anymore."] });
      const typed = row.volume === undefined ? null : parseVolume(row.volume);
      return { product, volume: typed || null };
    });
    const changed = expected.filter(({ product, volume: to }) => product.contract_volume !== to);
    const step = buildUpdateJobStep(ctx, job, version, {});
    if (changed.length === 0) return { id };
    const words = (of: number | null, unit: number) => (of === null ? null : formatVolume(of, unit));
    const diffs = changed.map(({ product, volume: to }) => ({
      key: `Contract volume, ${product.name}`,
      saved: words(product.contract_volume, product.wood_unit_type_id),
      updated: words(to, product.wood_unit_type_id),
    }));
    return ctx.commit(
      [
        step,
        ...changed.map(({ product, volume: to }) =>
          expectOneRow(
            ctx.write
              .update(jobProduct)
              .set({ contract_volume: to })
              .where(and(eq(jobProduct.id, product.id), eq(jobProduct.job_id, id))),
          ),
        ),
        ...(await buildHistorySteps(ctx, job.subject, [{ activity: "job_updated", details: { diffs } }])),
      ],
      { id },
    );
  },
});
