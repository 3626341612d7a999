import { and, eq, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { jobDestination, jobHaulRate, jobProductMix, jobProductRate } from "#db/schema";
import { historySteps } from "~/core/history/history.server";
import { readJobDestinations } from "~/core/jobs/destinations.server";
import { mileage } from "~/core/jobs/job-fields";
import { readJobProducts } from "~/core/jobs/job-products.server";
import { jobFor } from "~/core/jobs/standing.server";
import { endRates } from "~/core/rates/rate-steps.server";
import { unsafeRates } from "~/core/rates/read.server";
import { asking, requireConfirmed, whatEditMoves } from "~/core/settling/moved.server";
import { repriceSteps } from "~/core/settling/reprice.server";
import { productKey } from "~/core/tickets/defaults";
import { NOT_ENDED } from "~/core/tickets/status-sql.server";
import { unitName } from "~/domain/measures/measures";
import { count } from "~/domain/text/text";
import { productLabel, productText } from "~/domain/tickets/trip-ticket";
import type { CompanyActor } from "~/web/actor";
import { mustHit } from "~/web/commit.server";
import { idOutput } from "~/web/output";
import { type Ctx, procedure } from "~/web/procedure";
import { invalid, missing, notNow } from "~/web/refusal";
import { asRead, revise } from "~/web/revise.server";
import { certificationChoices, certificationSteps } from "./destination-certifications.server";
import { openTickets } from "./update.server";

const job_id = z.number().int();

async function destinationOf(ctx: Ctx<CompanyActor>, jobId: number, id: number) {
  const on = await readJobDestinations(ctx, jobId);
  const row = on.find((d) => d.id === id);
  if (!row) throw missing("We couldn't find that destination on the job.");
  return row;
}

/** A destination's form: its miles, and which of the job's products it takes in which unit. */
export const getJobDestinationForm = procedure({
  name: "getDestinationForm",
  input: z.strictObject({ job_id, job_destination_id: z.number().int() }),
  async run(ctx, input) {
    const found = await jobFor(ctx, input.job_id, "edit_destination");
    const row = await destinationOf(ctx, input.job_id, input.job_destination_id);
    const products = await readJobProducts(ctx, input.job_id);
    const ended = await unsafeRates(ctx, {
      haul: eq(jobHaulRate.job_destination_id, row.id),
      product: and(eq(jobProductRate.job_id, input.job_id), paidThere(input.job_id, row.id)),
    });
    const open = await openThere(ctx, input.job_id, row.id);
    return {
      job: found.job.name,
      name: row.name,
      version: row.version,
      mileage: row.mileage === null ? "" : String(row.mileage),
      is_estimate: row.mileage !== null && row.mileage_is_estimate,
      may_remove: found.rights.remove_destination,
      /** Why it can't be taken off the job now. */
      stays: open ? openWords(open, row.name) : null,
      /** How many rates go with it; what they are is for their readers alone. */
      rates: ended.haul_rates.length + ended.product_rates.length,
      certifications: (await certificationChoices(ctx, row)).map((c) => ({
        ...c,
        chosen: row.company_certification_ids.includes(c.id),
      })),
      mixes: products.map((p) => {
        const mix = row.product_mixes.find((m) => productKey(m) === productKey(p));
        return {
          product_type_id: p.product_type_id,
          wood_species_id: p.wood_species_id,
          wood_species_type_id: p.wood_species_type_id,
          name: productLabel(p),
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
  m?.is_accepted ? `taken, by the ${unitName(m.wood_unit_type_id)}` : "not taken";

/** Changes a destination's miles, what it takes of the job's products, its certifications; what is not named stays. */
export const updateJobDestination = procedure({
  name: "updateJobDestination",
  input: z.strictObject({
    job_id,
    job_destination_id: z.number().int(),
    version: z.number().int(),
    mileage,
    is_mileage_confirmed: z
      .boolean()
      .default(false)
      .describe("Confirms miles that are an estimate. Other miles need no confirmation."),
    product_mixes: z.array(mixInput).max(100).default([]),
    company_certification_ids: z.array(z.number("Choose from your certificates").int()).max(50).optional(),
    /** Of a form, whose boxes say nothing where none is ticked: it has them, so that none means none. */
    certifications: z.literal("chosen").optional(),
    ...asking,
  }),
  output: idOutput,
  async run(ctx, input) {
    const found = await jobFor(ctx, input.job_id, "edit_destination");
    const row = await destinationOf(ctx, input.job_id, input.job_destination_id);
    asRead(row, input.version, {
      mileage: row.mileage,
      product_mixes: row.product_mixes,
      version: row.version,
    });
    const products = await readJobProducts(ctx, input.job_id);
    const unknown = input.product_mixes.some((m) => !products.some((p) => productKey(p) === productKey(m)));
    if (unknown) throw invalid({ product_mixes: ["Choose from the products of the job"] });
    const saved = (m: (typeof input.product_mixes)[number]) =>
      row.product_mixes.find((s) => productKey(s) === productKey(m));
    const changed = input.product_mixes.filter((m) => {
      // A product that was added to the job later has no entry here: it isn't taken.
      const { is_accepted, wood_unit_type_id } = saved(m) ?? { ...m, is_accepted: false };
      return is_accepted !== m.is_accepted || wood_unit_type_id !== m.wood_unit_type_id;
    });
    const certified = await certificationSteps(
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
          const of = products.find((p) => productKey(p) === productKey(m));
          return {
            key: `${row.name}, ${of ? productText(of) : ""}`,
            saved: taken(saved(m)),
            updated: taken(m),
          };
        }),
      ...certified.diffs,
    ];
    if (miles === undefined && changed.length === 0 && certified.steps.length === 0) return { id: row.id };
    if (miles !== undefined)
      await requireConfirmed(input, () =>
        whatEditMoves(ctx, found, {
          miles: new Map([[row.id, { mileage: miles, mileage_is_estimate: false }]]),
        }),
      );
    return ctx.commit(
      [
        mustHit(
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
            ? [mustHit(ctx.write.update(jobProductMix).set(m).where(eq(jobProductMix.id, old.id)))]
            : [mustHit(ctx.write.insert(jobProductMix).values(values))];
        }),
        ...certified.steps,
        ...(miles === undefined ? [] : repriceSteps(input.job_id)),
        ...(diffs.length
          ? await historySteps(ctx, found.subject, [{ activity: "job_updated", details: { diffs } }])
          : []),
      ],
      { id: row.id },
    );
  },
});

/** What a mill pays at the place of a destination, if the job has no other destination there. */
const paidThere = (jobId: number, id: number) => {
  const places = (which: SQL) =>
    sql`(SELECT COALESCE(d.company_location_id, c.destination_company_location_id, 0) FROM job_destination d
      LEFT JOIN company_destination c ON c.id = d.company_destination_id WHERE d.job_id = ${jobId} AND ${which})`;
  const place = jobProductRate.paying_company_location_id;
  return sql`${place} IN ${places(sql`d.id = ${id}`)}
    AND ${place} NOT IN ${places(sql`d.id <> ${id} AND d.removed_at IS NULL`)}`;
};

/** How many loads are open that go to a destination. */
const openThere = async (ctx: Ctx, jobId: number, id: number) =>
  (await openTickets(ctx, jobId)).filter((t) => t.job_destination_id === id).length;
const openWords = (open: number, name: string) =>
  `${count(open, "load is", "loads are")} open that ${open === 1 ? "goes" : "go"} to ${name}.`;

/** Takes a destination off a job, and its rates with it; refused while a load is open that goes there. */
export const removeJobDestination = procedure({
  name: "removeJobDestination",
  input: z.strictObject({ job_id, job_destination_id: z.number().int(), version: z.number().int() }),
  output: idOutput,
  async run(ctx, input) {
    const found = await jobFor(ctx, input.job_id, "remove_destination");
    const row = await destinationOf(ctx, input.job_id, input.job_destination_id);
    asRead(row, input.version, { name: row.name, version: row.version });
    const open = await openThere(ctx, input.job_id, row.id);
    if (open) throw notNow(openWords(open, row.name));
    const rates = await endRates(ctx, found, {
      haul: eq(jobHaulRate.job_destination_id, row.id),
      product: paidThere(input.job_id, row.id),
    });
    return ctx.commit(
      [
        revise(
          ctx,
          jobDestination,
          row,
          { removed_at: ctx.now.toISOString() },
          sql`NOT EXISTS (SELECT 1 FROM trip_ticket t WHERE t.job_id = ${input.job_id} AND t.trip_ticket_status_id IN ${NOT_ENDED} AND t.is_deleted = 0 AND t.job_destination_id = ${row.id})`,
        ),
        ...rates.steps,
        ...(await historySteps(ctx, found.subject, [
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
