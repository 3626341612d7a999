import { and, eq, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { jobDestination, jobHaulRate, jobProductMix, jobProductRate } from "#db/schema";
import { formatCount } from "~/lib/text/text";
import { getUnitName } from "~/lib/units/measures";
import { buildHistorySteps } from "~/modules/history/shared/history.server";
import { buildEndRatesSteps } from "~/modules/rates/shared/rate-steps.server";
import { readRatesUnchecked } from "~/modules/rates/shared/read.server";
import {
  describeJobEditPayChange,
  payChangeConfirmFields,
  requirePayChangeConfirmed,
} from "~/modules/settlements/shared/moved.server";
import { buildRepriceJobSteps } from "~/modules/settlements/shared/reprice.server";
import { formatProductKey } from "~/modules/trip-tickets/rules/defaults";
import { formatCompanyProduct, formatProduct } from "~/modules/trip-tickets/rules/trip-ticket";
import { UNFINISHED_STATUS_IDS } from "~/modules/trip-tickets/shared/status-sql.server";
import type { CompanyActor } from "~/web/actor";
import { expectOneRow } from "~/web/commit.server";
import { idOutput } from "~/web/output";
import { type Ctx, procedure } from "~/web/procedure";
import { invalid, notFound, unprocessable } from "~/web/refusal";
import { requireVersion, updateWithVersion } from "~/web/revise.server";
import { mileageField } from "../rules/job-fields";
import { requireJobRight } from "../shared/authorize.server";
import { readJobDestinations } from "../shared/destinations.server";
import { readJobProducts } from "../shared/job-products.server";
import { readOpenTickets } from "../shared/update.server";
import { buildCertificationSteps, readCertificationChoices } from "./destination-certifications.server";

const job_id = z.number().int();

async function destinationOf(ctx: Ctx<CompanyActor>, jobId: number, id: number) {
  const on = await readJobDestinations(ctx, jobId);
  const row = on.find((d) => d.id === id);
  if (!row) throw notFound("We couldn't find that destination on the job.");
  return row;
}

/**
 * Return the form of a job's destination: its miles, and the job's products, each with its unit and whether it is
 * accepted.
 */
export const getJobDestinationForm = procedure({
  name: "getJobDestinationForm",
  input: z.strictObject({ job_id, job_destination_id: z.number().int() }),
  async run(ctx, input) {
    const job = await requireJobRight(ctx, input.job_id, "edit_destination");
    const row = await destinationOf(ctx, input.job_id, input.job_destination_id);
    const products = await readJobProducts(ctx, input.job_id);
    const ended = await readRatesUnchecked(ctx, {
      haul: eq(jobHaulRate.job_destination_id, row.id),
      product: and(eq(jobProductRate.job_id, input.job_id), paidThere(input.job_id, row.id)),
    });
    const open = await openThere(ctx, input.job_id, row.id);
    return {
      job: job.job.name,
      name: row.name,
      version: row.version,
      mileage: row.mileage === null ? "" : String(row.mileage),
      is_estimate: row.mileage !== null && row.mileage_is_estimate,
      may_remove: job.rights.remove_destination,
      /** Reason why the destination can't be removed from the job now. */
      stays: open ? openWords(open, row.name) : null,
      /** Number of rates removed with the destination; only users who may read rates see the rates themselves. */
      rates: ended.haul_rates.length + ended.product_rates.length,
      certifications: (await readCertificationChoices(ctx, row)).map((c) => ({
        ...c,
        chosen: row.company_certification_ids.includes(c.id),
      })),
      mixes: products.map((p) => {
        const mix = row.product_mixes.find((m) => formatProductKey(m) === formatProductKey(p));
        return {
          product_type_id: p.product_type_id,
          wood_species_id: p.wood_species_id,
          wood_species_type_id: p.wood_species_type_id,
          name: formatCompanyProduct(p),
          is_accepted: mix?.is_accepted ?? false,
          wood_unit_type_id: mix?.wood_unit_type_id ?? p.wood_unit_type_id,
        };
      }),
    };
  },
});

const mixInput = z.strictObject({
  product_type_id: z.number().int().positive(),
  wood_species_id: z.number().int().positive().nullable().default(null),
  wood_species_type_id: z.number().int().positive().nullable().default(null),
  wood_unit_type_id: z.number().int().min(1).max(3),
  is_accepted: z.boolean().default(false),
});

const taken = (m: { is_accepted: boolean; wood_unit_type_id: number } | undefined) =>
  m?.is_accepted ? `taken, by the ${getUnitName(m.wood_unit_type_id)}` : "not taken";

/** Change a destination's miles, accepted products and certifications; omitted fields stay unchanged. */
export const updateJobDestination = procedure({
  name: "updateJobDestination",
  input: z.strictObject({
    job_id,
    job_destination_id: z.number().int(),
    version: z.number().int(),
    mileage: mileageField,
    is_mileage_confirmed: z
      .boolean()
      .default(false)
      .describe("Confirms miles that are an estimate. Other miles need no confirmation."),
    product_mixes: z.array(mixInput).max(100).default([]),
    company_certification_ids: z.array(z.number("Choose from your certificates").int()).max(50).optional(),
    /**
     * Sent by a form that has the certification boxes. Unchecked boxes send nothing, so this value tells "none checked"
     * from "not included".
     */
    certifications: z.literal("chosen").optional(),
    ...payChangeConfirmFields,
  }),
  output: idOutput,
  async run(ctx, input) {
    const job = await requireJobRight(ctx, input.job_id, "edit_destination");
    const row = await destinationOf(ctx, input.job_id, input.job_destination_id);
    requireVersion(row, input.version, {
      mileage: row.mileage,
      product_mixes: row.product_mixes,
      version: row.version,
    });
    const products = await readJobProducts(ctx, input.job_id);
    const unknown = input.product_mixes.some(
      (m) => !products.some((p) => formatProductKey(p) === formatProductKey(m)),
    );
    if (unknown) throw invalid({ product_mixes: ["Choose from the products of the job"] });
    const saved = (m: (typeof input.product_mixes)[number]) =>
      row.product_mixes.find((s) => formatProductKey(s) === formatProductKey(m));
    const changed = input.product_mixes.filter((m) => {
      // A product added to the job later has no entry at this destination, so the product isn't accepted.
      const { is_accepted, wood_unit_type_id } = saved(m) ?? { ...m, is_accepted: false };
      return is_accepted !== m.is_accepted || wood_unit_type_id !== m.wood_unit_type_id;
    });
    const certified = await buildCertificationSteps(
      ctx,
      row,
      input.company_certification_ids ?? (input.certifications ? [] : undefined),
    );
    const isSame = input.mileage === undefined || input.mileage === row.mileage;
    const isConfirmed =
      isSame && input.is_mileage_confirmed && row.mileage_is_estimate && row.mileage !== null;
    const miles = isSame && !isConfirmed ? undefined : (input.mileage ?? row.mileage);
    const savedMiles =
      row.mileage_is_estimate && row.mileage !== null ? `${row.mileage} (estimate)` : row.mileage;
    const diffs = [
      ...(miles === undefined ? [] : [{ key: `${row.name}, miles`, saved: savedMiles, updated: miles }]),
      ...changed
        .filter((m) => taken(saved(m)) !== taken(m))
        .map((m) => {
          const of = products.find((p) => formatProductKey(p) === formatProductKey(m));
          return {
            key: `${row.name}, ${of ? formatProduct(of) : ""}`,
            saved: taken(saved(m)),
            updated: taken(m),
          };
        }),
      ...certified.diffs,
    ];
    if (miles === undefined && changed.length === 0 && certified.steps.length === 0) return { id: row.id };
    if (miles !== undefined)
      await requirePayChangeConfirmed(input, () =>
        describeJobEditPayChange(ctx, job, {
          miles: new Map([[row.id, { mileage: miles, mileage_is_estimate: false }]]),
        }),
      );
    return ctx.commit(
      [
        expectOneRow(
          ctx.write
            .update(jobDestination)
            .set({
              version: input.version,
              ...(miles === undefined ? {} : { mileage: miles, mileage_is_estimate: false }),
            })
            .where(and(eq(jobDestination.id, row.id), eq(jobDestination.version, row.version))),
        ),
        ...changed.flatMap((m) => {
          const old = saved(m);
          const values = { ...m, job_destination_id: row.id };
          return old
            ? [expectOneRow(ctx.write.update(jobProductMix).set(m).where(eq(jobProductMix.id, old.id)))]
            : [expectOneRow(ctx.write.insert(jobProductMix).values(values))];
        }),
        ...certified.steps,
        ...(miles === undefined ? [] : buildRepriceJobSteps(input.job_id)),
        ...(diffs.length
          ? await buildHistorySteps(ctx, job.subject, [{ activity: "job_updated", details: { diffs } }])
          : []),
      ],
      { id: row.id },
    );
  },
});

/** Mill rates at a destination's place, if the job has no other destination there. */
const paidThere = (jobId: number, id: number) => {
  const places = (which: SQL) =>
    sql`(SELECT COALESCE(d.company_location_id, c.destination_company_location_id, 0) FROM job_destination d
      LEFT JOIN company_destination c ON c.id = d.company_destination_id WHERE d.job_id = ${jobId} AND ${which})`;
  const place = jobProductRate.paying_company_location_id;
  return sql`${place} IN ${places(sql`d.id = ${id}`)}
    AND ${place} NOT IN ${places(sql`d.id <> ${id} AND d.removed_at IS NULL`)}`;
};

/** Number of open loads that go to a destination. */
const openThere = async (ctx: Ctx, jobId: number, id: number) =>
  (await readOpenTickets(ctx, jobId)).filter((t) => t.job_destination_id === id).length;
const openWords = (open: number, name: string) =>
  `${formatCount(open, "load is", "loads are")} open that ${open === 1 ? "goes" : "go"} to ${name}.`;

/** Removes a destination and its rates from a job; refused while a load bound for it is open. */
export const removeJobDestination = procedure({
  name: "removeJobDestination",
  input: z.strictObject({ job_id, job_destination_id: z.number().int(), version: z.number().int() }),
  output: idOutput,
  async run(ctx, input) {
    const job = await requireJobRight(ctx, input.job_id, "remove_destination");
    const row = await destinationOf(ctx, input.job_id, input.job_destination_id);
    requireVersion(row, input.version, { name: row.name, version: row.version });
    const open = await openThere(ctx, input.job_id, row.id);
    if (open) throw unprocessable(openWords(open, row.name));
    const rates = await buildEndRatesSteps(ctx, job, {
      haul: eq(jobHaulRate.job_destination_id, row.id),
      product: paidThere(input.job_id, row.id),
    });
    return ctx.commit(
      [
        updateWithVersion(
          ctx,
          jobDestination,
          row,
          { removed_at: ctx.now.toISOString() },
          sql`NOT EXISTS (SELECT 1 FROM trip_ticket t WHERE t.job_id = ${input.job_id} AND t.trip_ticket_status_id IN ${UNFINISHED_STATUS_IDS} AND t.is_deleted = 0 AND t.job_destination_id = ${row.id})`,
        ),
        ...rates.steps,
        ...(await buildHistorySteps(ctx, job.subject, [
          {
            activity: "job_updated",
            details: { diffs: [{ key: "destination", saved: row.name, updated: null }, ...rates.diffs] },
          },
        ])),
      ],
      { id: row.id },
    );
  },
});
