import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { prepared } from "#db/prepared.server";
import { jobProduct } from "#db/schema";
import { historySteps } from "~/core/history/history.server";
import { readJobProducts } from "~/core/jobs/job-products.server";
import { jobFor, jobStep } from "~/core/jobs/standing.server";
import { productKey } from "~/core/tickets/defaults";
import { formatVolume, parseVolume, plainVolume, unitPlural, volume } from "~/domain/measures/measures";
import { productLabel } from "~/domain/tickets/trip-ticket";
import { mustHit } from "~/web/commit.server";
import { type Ctx, procedure } from "~/web/procedure";
import { invalid } from "~/web/refusal";

const MESSAGE = "Type a volume like 1200.";

const findVolumes = prepared((read) =>
  read
    .select({ id: jobProduct.id, contract_volume: jobProduct.contract_volume })
    .from(jobProduct)
    .where(eq(jobProduct.job_id, sql.placeholder("job"))),
);

/** The products of a job, each with what the contract is for, in the product's own unit. */
export async function readContractVolumes(ctx: Pick<Ctx, "read">, jobId: number) {
  const [products, rows] = await Promise.all([
    readJobProducts(ctx, jobId),
    findVolumes(ctx.read, { job: jobId }),
  ]);
  const volumes = new Map(rows.map((row) => [row.id, row.contract_volume]));
  return products.map((p) => ({
    ...p,
    key: productKey(p),
    name: productLabel(p),
    contract_volume: volumes.get(p.id) ?? null,
  }));
}

/** The form of what the contract is for. */
export const getContractVolumes = procedure({
  name: "getContractVolumes",
  may: "job.update",
  input: z.strictObject({ id: z.number().int() }),
  async run(ctx, { id }) {
    const { job } = await jobFor(ctx, id, "edit");
    const products = await readContractVolumes(ctx, id);
    return {
      id,
      version: job.version,
      products: products.map((p) => ({
        key: p.key,
        name: p.name,
        unit: unitPlural(p.wood_unit_type_id),
        volume: plainVolume(p.contract_volume),
      })),
    };
  },
});

/** Says what the contract is for, by product; what is left empty has no volume in it. */
export const setContractVolumes = procedure({
  name: "setContractVolumes",
  may: "job.update",
  input: z.strictObject({
    id: z.number().int(),
    version: z.number().int(),
    products: z
      .array(z.strictObject({ product: z.string().max(40), volume: volume(MESSAGE).optional() }))
      .max(100)
      .default([]),
  }),
  async run(ctx, { id, version, products: sent }) {
    const found = await jobFor(ctx, id, "edit");
    const products = await readContractVolumes(ctx, id);
    const wanted = sent.map((row, i) => {
      const product = products.find((p) => p.key === row.product);
      if (!product) throw invalid({ [`products[${i}].volume`]: ["This product isn't on the job anymore."] });
      const typed = row.volume === undefined ? null : parseVolume(row.volume);
      return { product, volume: typed || null };
    });
    const changed = wanted.filter(({ product, volume: to }) => product.contract_volume !== to);
    const step = jobStep(ctx, found, version, {});
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
          mustHit(
            ctx.write
              .update(jobProduct)
              .set({ contract_volume: to })
              .where(and(eq(jobProduct.id, product.id), eq(jobProduct.job_id, id))),
          ),
        ),
        ...(await historySteps(ctx, found.subject, [{ activity: "job_updated", details: { diffs } }])),
      ],
      { id },
    );
  },
});
