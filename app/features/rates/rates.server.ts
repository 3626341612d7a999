import { and, eq, inArray, sql } from "drizzle-orm";
import { z } from "zod";
import { company, jobHaulRate, jobProductRate } from "#db/schema";
import { parseRate, rate as rateInput } from "~/domain/money/money";
import type { Diff } from "~/features/history/history";
import { historySteps } from "~/features/history/history.server";
import { readJobDestinations } from "~/features/jobs/destinations.server";
import { readJobProducts } from "~/features/jobs/products.server";
import { jobFor, type VisibleJob } from "~/features/jobs/standing.server";
import { productKey } from "~/features/trip-tickets/defaults";
import { productText } from "~/features/trip-tickets/trip-ticket";
import type { CompanyActor } from "~/web/actor";
import { mustHit } from "~/web/commit.server";
import { paging } from "~/web/paging";
import { type Ctx, procedure } from "~/web/procedure";
import { invalid, missing, stale } from "~/web/refusal";
import { HAUL_PER, plainRate, RATE_TYPES, rateTypeName, rateWords } from "./rates";
import { readRates } from "./read.server";

const job_id = z.number().int();
const ids = {
  receiving_company_id: z.number("Choose who is paid").int(),
  paying_company_id: z.number("Choose who pays").int(),
};

const plain = <T extends { rate: number }>(row: T) => ({ ...row, rate: row.rate / 10_000 });

/** A job's rates for programs, in dollars: those that the caller pays or receives, all of them for the requester. */
export const listJobRates = procedure({
  name: "listJobRates",
  may: "job_rate.read",
  input: z.strictObject({ job_id, ...paging }),
  async run(ctx, { job_id, take, skip }) {
    if (job_id === 0) return { product_rates: [], haul_rates: [], meta: { total: 0, take, skip } };
    const found = await jobFor(ctx, job_id, "see_rates");
    const { product_rates, haul_rates } = await readRates(ctx, found);
    return {
      product_rates: product_rates.map((r) => plain(r.row)),
      haul_rates: haul_rates.map((r) => plain(r.row)),
      meta: { total: product_rates.length + haul_rates.length, take: -1, skip: 0 },
    };
  },
});

/** The rates' page. */
export const getJobRates = procedure({
  name: "getJobRates",
  may: "job_rate.read",
  input: z.strictObject({ id: z.number().int() }),
  async run(ctx, { id }) {
    const found = await jobFor(ctx, id, "see_rates");
    const { product_rates, haul_rates } = await readRates(ctx, found);
    return {
      id,
      name: found.job.name,
      all: found.standing.requester,
      rights: found.rights,
      product_rates: product_rates.map(({ row: _row, ...r }) => r),
      haul_rates: haul_rates.map(({ row: _row, ...r }) => r),
    };
  },
});

/** Who may pay and be paid on a job: the requester, who is on it, and who receives its wood. */
async function parties(ctx: Ctx, found: VisibleJob) {
  const destinations = await readJobDestinations(ctx, found.job.id);
  const mills = await ctx.read
    .select({ id: sql<number>`mill_company_id` })
    .from(sql`job_destination_mill`)
    .where(
      sql`job_destination_id IN (SELECT value FROM json_each(${JSON.stringify(destinations.map((d) => d.id))}))`,
    );
  const wanted = new Set([
    found.job.request_user_company_id,
    ...found.companies.map((c) => c.company_id),
    ...mills.map((m) => m.id),
  ]);
  const companies = await ctx.read
    .select({ value: company.id, label: company.name })
    .from(company)
    .where(inArray(company.id, [...wanted]))
    .orderBy(company.name);
  return { destinations, companies };
}

/** What the form of a rate offers, and what stands in it where one is edited. */
export const getRateForm = procedure({
  name: "getRateForm",
  input: z.strictObject({
    id: z.number().int(),
    kind: z.enum(["product", "haul"]),
    rate_id: z.number().int().optional(),
  }),
  async run(ctx, { id, kind, rate_id }) {
    const found = await jobFor(ctx, id, rate_id === undefined ? "add_rate" : "edit_rate");
    const [{ destinations, companies }, products, rates] = await Promise.all([
      parties(ctx, found),
      readJobProducts(ctx, id),
      readRates(ctx, found),
    ]);
    const saved =
      rate_id === undefined
        ? null
        : ((kind === "product" ? rates.product_rates : rates.haul_rates).find((r) => r.id === rate_id)?.row ??
          null);
    if (rate_id !== undefined && !saved) throw missing("There is no such rate.");
    const of = (name: string) => {
      const value = saved && name in saved ? saved[name as keyof typeof saved] : null;
      return value === null ? "" : String(value);
    };
    return {
      kind,
      job: found.job.name,
      version: saved?.version ?? null,
      may_delete: found.rights.delete_rate,
      companies,
      types: RATE_TYPES.map((t) => ({ value: t.id, label: t.label })),
      products: products.map((p) => ({ value: productKey(p), label: productText(p) })),
      destinations: destinations.map((d) => ({ value: d.id, label: d.name })),
      values: {
        job_product_rate_type_id: of("job_product_rate_type_id"),
        receiving_company_id: of("receiving_company_id"),
        paying_company_id: of("paying_company_id"),
        product: saved && "product_type_id" in saved ? productKey(saved) : "",
        wood_unit_type_id: of("wood_unit_type_id") || "2",
        job_destination_id: of("job_destination_id"),
        per: of("per") || "unit",
        rate: saved ? plainRate(saved.rate) : "",
      },
    };
  },
});

async function checkParties(
  ctx: Ctx,
  found: VisibleJob,
  input: { receiving_company_id: number; paying_company_id: number },
) {
  const { companies, destinations } = await parties(ctx, found);
  const knows = (id: number) => companies.some((c) => c.value === id);
  if (!knows(input.receiving_company_id))
    throw invalid({ receiving_company_id: ["Choose a company of the job"] });
  if (!knows(input.paying_company_id)) throw invalid({ paying_company_id: ["Choose a company of the job"] });
  if (input.receiving_company_id === input.paying_company_id)
    throw invalid({ paying_company_id: ["A company does not pay itself"] });
  const name = (id: number) => companies.find((c) => c.value === id)?.label ?? "";
  return {
    destinations,
    words: `${name(input.paying_company_id)} pays ${name(input.receiving_company_id)}`,
    readers: [input.receiving_company_id, input.paying_company_id],
  };
}

const UNSET = "A rate of zero is no rate: leave it out, or remove it";
const dollars = rateInput();
function readRate(typed: string | number): number {
  const value = parseRate(typed) ?? 0;
  if (value === 0) throw invalid({ rate: [UNSET] });
  if (value > 1_000_000_000) throw invalid({ rate: ["A rate is $100,000 at most"] });
  return value;
}

const productRate = {
  job_product_rate_type_id: z.number("Choose a type").int().min(1, "Choose a type").max(4, "Choose a type"),
  ...ids,
  product: z.string("Choose a product").max(40),
  wood_unit_type_id: z.number("Choose MBF, ton or cord.").int().min(1).max(3),
  rate: dollars,
};
const haulRate = {
  ...ids,
  job_destination_id: z.number("Choose a destination").int(),
  per: z.enum(HAUL_PER, "Choose what is paid for"),
  wood_unit_type_id: z.number().int().min(1).max(3).optional(),
  rate: dollars,
};

type ProductInput = z.output<z.ZodObject<typeof productRate>>;
type HaulInput = z.output<z.ZodObject<typeof haulRate>>;

async function productValues(ctx: Ctx, found: VisibleJob, input: ProductInput) {
  const { words, readers } = await checkParties(ctx, found, input);
  const products = await readJobProducts(ctx, found.job.id);
  const product = products.find((p) => productKey(p) === input.product);
  if (!product) throw invalid({ product: ["Choose a product of this job"] });
  const value = readRate(input.rate);
  const values = {
    job_product_rate_type_id: input.job_product_rate_type_id,
    receiving_company_id: input.receiving_company_id,
    paying_company_id: input.paying_company_id,
    product_type_id: product.product_type_id,
    wood_species_id: product.wood_species_id,
    wood_species_type_id: product.wood_species_type_id,
    wood_unit_type_id: input.wood_unit_type_id,
    rate: value,
  };
  const key = `${rateTypeName(input.job_product_rate_type_id)} rate, ${productText(product)}: ${words}`;
  return { values, key, readers, said: rateWords(value, "unit", input.wood_unit_type_id) };
}

async function haulValues(ctx: Ctx, found: VisibleJob, input: HaulInput) {
  const { words, readers, destinations } = await checkParties(ctx, found, input);
  const to = destinations.find((d) => d.id === input.job_destination_id);
  if (!to) throw invalid({ job_destination_id: ["Choose a destination of this job."] });
  const value = readRate(input.rate);
  const unit = input.per === "unit" ? (input.wood_unit_type_id ?? 2) : null;
  const values = {
    job_destination_id: to.id,
    receiving_company_id: input.receiving_company_id,
    paying_company_id: input.paying_company_id,
    per: input.per,
    wood_unit_type_id: unit,
    rate: value,
  };
  return { values, key: `Haul rate, ${to.name}: ${words}`, readers, said: rateWords(value, input.per, unit) };
}

/** History of a price: it names who may read it (decisions, section 2). */
const priceHistory = (ctx: Ctx, found: VisibleJob, diffs: Diff[]) =>
  historySteps(ctx, found.subject, [{ activity: "job_updated", details: { diffs } }]);

const made = (table: string) => ({ id: sql<number>`(SELECT max(id) FROM ${sql.raw(table)})` });

export const addProductRate = procedure({
  name: "addProductRate",
  input: z.strictObject({ job_id, ...productRate }),
  async run(ctx, { job_id, ...input }) {
    const found = await jobFor(ctx, job_id, "add_rate");
    const { values, key, readers, said } = await productValues(ctx, found, input);
    return ctx.commit(
      [
        mustHit(ctx.write.insert(jobProductRate).values({ job_id, ...values })),
        ...(await priceHistory(ctx, found, [{ key, saved: null, updated: said, readers }])),
      ],
      made("job_product_rate"),
    );
  },
});

export const addHaulRate = procedure({
  name: "addHaulRate",
  input: z.strictObject({ job_id, ...haulRate }),
  async run(ctx, { job_id, ...input }) {
    const found = await jobFor(ctx, job_id, "add_rate");
    const { values, key, readers, said } = await haulValues(ctx, found, input);
    return ctx.commit(
      [
        mustHit(ctx.write.insert(jobHaulRate).values({ job_id, ...values })),
        ...(await priceHistory(ctx, found, [{ key, saved: null, updated: said, readers }])),
      ],
      made("job_haul_rate"),
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
  if (!saved) throw missing("There is no such rate.");
  if (saved.row.version !== input.version - 1)
    throw stale({ rate: plainRate(saved.row.rate), version: saved.row.version });
  const readers = [saved.row.receiving_company_id, saved.row.paying_company_id];
  const what =
    "product" in saved ? `${saved.type} rate, ${saved.product}` : `Haul rate, ${saved.destination}`;
  return { found, saved, readers, key: `${what}: ${saved.payer} pays ${saved.receiver}` };
}

export const updateProductRate = procedure({
  name: "updateProductRate",
  input: z.strictObject({ ...of, ...productRate }),
  async run(ctx, { job_id, rate_id, version, ...input }) {
    const old = await savedRate(ctx, { job_id, rate_id, version }, "product", "edit_rate");
    const next = await productValues(ctx, old.found, input);
    return ctx.commit(
      [
        mustHit(
          ctx.write
            .update(jobProductRate)
            .set({ ...next.values, version })
            .where(and(eq(jobProductRate.id, rate_id), eq(jobProductRate.version, version - 1))),
        ),
        ...(await priceHistory(ctx, old.found, changedRate(old, next))),
      ],
      { id: rate_id },
    );
  },
});

export const updateHaulRate = procedure({
  name: "updateHaulRate",
  input: z.strictObject({ ...of, ...haulRate }),
  async run(ctx, { job_id, rate_id, version, ...input }) {
    const old = await savedRate(ctx, { job_id, rate_id, version }, "haul", "edit_rate");
    const next = await haulValues(ctx, old.found, input);
    return ctx.commit(
      [
        mustHit(
          ctx.write
            .update(jobHaulRate)
            .set({ ...next.values, version })
            .where(and(eq(jobHaulRate.id, rate_id), eq(jobHaulRate.version, version - 1))),
        ),
        ...(await priceHistory(ctx, old.found, changedRate(old, next))),
      ],
      { id: rate_id },
    );
  },
});

/** One line where it is between the same two, else what was goes to its own readers and what is to others. */
function changedRate(
  old: { key: string; readers: number[]; saved: { words: string } },
  next: { key: string; readers: number[]; said: string },
): Diff[] {
  if (old.key === next.key)
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
    async run(ctx, input) {
      const { found, saved, readers, key } = await savedRate(ctx, input, kind, "delete_rate");
      const table = kind === "product" ? jobProductRate : jobHaulRate;
      return ctx.commit(
        [
          mustHit(
            ctx.write
              .delete(table)
              .where(and(eq(table.id, input.rate_id), eq(table.version, input.version - 1))),
          ),
          ...(await priceHistory(ctx, found, [{ key, saved: saved.words, updated: null, readers }])),
        ],
        { id: input.rate_id },
      );
    },
  });
export const removeProductRate = remove("product", "removeProductRate");
export const removeHaulRate = remove("haul", "removeHaulRate");
