import { inArray, sql } from "drizzle-orm";
import { z } from "zod";
import { company } from "#db/schema";
import { parseRate, rate as rateInput } from "~/domain/money/money";
import { readJobDestinations } from "~/features/jobs/destinations.server";
import { readJobProducts } from "~/features/jobs/products.server";
import type { VisibleJob } from "~/features/jobs/standing.server";
import { productKey } from "~/features/trip-tickets/defaults";
import { productText } from "~/features/trip-tickets/trip-ticket";
import type { Ctx } from "~/web/procedure";
import { invalid } from "~/web/refusal";
import { HAUL_PER, rateTypeName, rateWords } from "./rates";

const ids = {
  receiving_company_id: z.number("Choose who is paid").int(),
  paying_company_id: z.number("Choose who pays").int(),
};

/** Who may pay and be paid on a job: the requester, who is on it, and who receives its wood. */
export async function parties(ctx: Ctx, found: VisibleJob) {
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

export const productRate = {
  job_product_rate_type_id: z.number("Choose a type").int().min(1, "Choose a type").max(4, "Choose a type"),
  ...ids,
  product: z.string("Choose a product").max(40),
  wood_unit_type_id: z.number("Choose MBF, ton or cord.").int().min(1).max(3),
  rate: dollars,
};
export const haulRate = {
  ...ids,
  job_destination_id: z.number("Choose a destination").int(),
  per: z.enum(HAUL_PER, "Choose what is paid for"),
  wood_unit_type_id: z.number().int().min(1).max(3).optional(),
  rate: dollars,
};

type ProductInput = z.output<z.ZodObject<typeof productRate>>;
type HaulInput = z.output<z.ZodObject<typeof haulRate>>;

export async function productValues(ctx: Ctx, found: VisibleJob, input: ProductInput) {
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

export async function haulValues(ctx: Ctx, found: VisibleJob, input: HaulInput) {
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
