import { and, eq, inArray, sql } from "drizzle-orm";
import { z } from "zod";
import {
  companyDestination,
  companyLocation,
  jobDestination,
  jobDestinationCertification,
  jobHaulRate,
  jobProductMix,
} from "#db/schema";
import { unitName } from "~/domain/measures/measures";
import { count } from "~/domain/text/text";
import { historySteps } from "~/features/history/history.server";
import { readDestinations } from "~/features/places/destinations.server";
import { visibleLocations } from "~/features/places/locations.server";
import { productKey } from "~/features/trip-tickets/defaults";
import { productText } from "~/features/trip-tickets/trip-ticket";
import type { CompanyActor } from "~/web/actor";
import { also, mustHit } from "~/web/commit.server";
import { paging, partOf } from "~/web/paging";
import { type Ctx, procedure } from "~/web/procedure";
import { invalid, missing, notNow, stale } from "~/web/refusal";
import { readJobProducts } from "./products.server";
import { jobFor } from "./standing.server";
import { openTickets } from "./update.server";

const job_id = z.number().int();
const ONCE = "This destination has already been added to this job.";

/** A job's destinations by name, each with what it takes. */
export async function readJobDestinations(ctx: Pick<Ctx, "read">, jobId: number) {
  const [destinations, mixes, certifications] = await Promise.all([
    ctx.read
      .select()
      .from(jobDestination)
      .where(and(eq(jobDestination.job_id, jobId), sql`${jobDestination.removed_at} IS NULL`))
      .orderBy(jobDestination.name, jobDestination.id),
    ctx.read
      .select({ mix: jobProductMix })
      .from(jobProductMix)
      .innerJoin(jobDestination, eq(jobDestination.id, jobProductMix.job_destination_id))
      .where(eq(jobDestination.job_id, jobId))
      .orderBy(jobProductMix.id),
    ctx.read
      .select({
        job_destination_id: jobDestinationCertification.job_destination_id,
        certification_id: jobDestinationCertification.certification_id,
      })
      .from(jobDestinationCertification)
      .innerJoin(jobDestination, eq(jobDestination.id, jobDestinationCertification.job_destination_id))
      .where(eq(jobDestination.job_id, jobId)),
  ]);
  return destinations.map(({ job_id: _job, removed_at: _gone, ...d }) => ({
    ...d,
    company_certification_ids: certifications
      .filter((c) => c.job_destination_id === d.id)
      .map((c) => c.certification_id),
    product_mixes: mixes
      .filter(({ mix }) => mix.job_destination_id === d.id)
      .map(({ mix: { job_destination_id: _of, ...mix } }) => mix),
  }));
}

export const listJobDestinations = procedure({
  name: "listJobDestinations",
  may: "job_destination.read",
  input: z.strictObject({ job_id, ...paging }),
  async run(ctx, { job_id, ...part }) {
    if (job_id === 0) return { job_destinations: [], meta: { total: 0, ...part } };
    await jobFor(ctx, job_id, "see_destinations");
    const { rows, meta } = partOf(await readJobDestinations(ctx, job_id), part);
    return { job_destinations: rows, meta };
  },
});

/** Places to send the job's wood to: the company's own destinations, and locations that it may see. */
export const getDestinationChoices = procedure({
  name: "getDestinationChoices",
  input: z.strictObject({ id: z.number().int() }),
  async run(ctx, { id }) {
    const found = await jobFor(ctx, id, "add_destination");
    const [own, locations] = await Promise.all([readDestinations(ctx), visibleLocations(ctx)]);
    return {
      id,
      name: found.job.name,
      places: [
        ...own.map(({ company_destination: d }) => ({ value: `d${d.id}`, label: d.name })),
        ...locations.map(({ company_location: l, company: c }) => ({
          value: `l${l.id}`,
          label: `${l.name} (${c.name})`,
        })),
      ],
    };
  },
});

const mileage = z
  .number("Type miles like 31.5")
  .min(0, "Type miles like 31.5")
  .max(3000, "Miles are 3,000 at most")
  .nullable()
  .optional();

/** Adds a destination to a job: one of one's own, or a location that one may send wood to. */
export const addJobDestination = procedure({
  name: "addJobDestination",
  input: z.strictObject({
    job_id,
    /** In one value, as the form has it: d and the destination's id, or l and the location's. */
    place: z
      .string("Choose a destination")
      .regex(/^[dl][1-9]\d{0,14}$/, "Choose a destination")
      .optional(),
    company_destination_id: z.number().int().optional(),
    company_location_id: z.number().int().optional(),
    mileage,
  }),
  async run(ctx, input) {
    const found = await jobFor(ctx, input.job_id, "add_destination");
    const chosen = await placeOf(ctx, input);
    const on = await readJobDestinations(ctx, input.job_id);
    const same = on.some(
      (d) =>
        d.company_destination_id === chosen.company_destination_id &&
        d.company_location_id === chosen.company_location_id,
    );
    if (same) throw invalid({ place: [ONCE] });
    const products = await readJobProducts(ctx, input.job_id);
    const made = sql<number>`(SELECT max(id) FROM job_destination)`;
    return ctx.commit(
      [
        mustHit(
          ctx.write.insert(jobDestination).values({
            job_id: input.job_id,
            ...chosen,
            mileage: input.mileage ?? null,
          }),
        ),
        // Somebody who added the same place meanwhile.
        mustHit(
          sql`UPDATE job_destination SET id = id WHERE id = ${made} AND NOT EXISTS (SELECT 1 FROM job_destination o WHERE o.job_id = ${input.job_id} AND o.removed_at IS NULL AND o.id <> job_destination.id AND o.company_destination_id IS job_destination.company_destination_id AND o.company_location_id IS job_destination.company_location_id)`,
        ),
        // Which of the products it takes is said afterwards (decisions, section 6).
        ...products.map((p) =>
          mustHit(
            ctx.write.insert(jobProductMix).values({
              job_destination_id: made as unknown as number,
              is_accepted: false,
              product_type_id: p.product_type_id,
              wood_species_id: p.wood_species_id,
              wood_species_type_id: p.wood_species_type_id,
              wood_unit_type_id: 2,
            }),
          ),
        ),
        ...(await historySteps(ctx, found.subject, [
          {
            activity: "job_updated",
            details: { diffs: [{ key: "destination", saved: null, updated: chosen.name }] },
          },
        ])),
      ],
      { id: made },
    );
  },
});

async function placeOf(
  ctx: Ctx<CompanyActor>,
  input: { place?: string; company_destination_id?: number; company_location_id?: number },
) {
  const destination =
    input.company_destination_id ?? (input.place?.startsWith("d") ? Number(input.place.slice(1)) : undefined);
  const location =
    input.company_location_id ?? (input.place?.startsWith("l") ? Number(input.place.slice(1)) : undefined);
  if ((destination === undefined) === (location === undefined))
    throw invalid({ place: ["Choose a destination"] });
  if (destination !== undefined) {
    const [row] = await readDestinations(ctx, eq(companyDestination.id, destination));
    if (!row) throw missing("There is no such destination.");
    return {
      company_destination_id: destination,
      company_location_id: null,
      name: row.company_destination.name,
    };
  }
  const [row] = await visibleLocations(ctx, eq(companyLocation.id, location ?? 0));
  if (!row) throw missing("There is no such location, or it is not yours to see.");
  return {
    company_destination_id: null,
    company_location_id: location ?? 0,
    name: row.company_location.name,
  };
}

async function destinationOf(ctx: Ctx<CompanyActor>, jobId: number, id: number) {
  const on = await readJobDestinations(ctx, jobId);
  const row = on.find((d) => d.id === id);
  if (!row) throw missing("There is no such destination on the job.");
  return row;
}

/** A destination's form: its miles, and which of the job's products it takes in which unit. */
export const getDestinationForm = procedure({
  name: "getDestinationForm",
  input: z.strictObject({ job_id, job_destination_id: z.number().int() }),
  async run(ctx, input) {
    const found = await jobFor(ctx, input.job_id, "edit_destination");
    const row = await destinationOf(ctx, input.job_id, input.job_destination_id);
    const products = await readJobProducts(ctx, input.job_id);
    return {
      job: found.job.name,
      name: row.name,
      version: row.version,
      mileage: row.mileage === null ? "" : String(row.mileage),
      may_remove: found.rights.remove_destination,
      mixes: products.map((p) => {
        const mix = row.product_mixes.find((m) => productKey(m) === productKey(p));
        return {
          product_type_id: p.product_type_id,
          wood_species_id: p.wood_species_id,
          wood_species_type_id: p.wood_species_type_id,
          name: productText(p),
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
  m?.is_accepted ? `taken, in ${unitName(m.wood_unit_type_id)}` : "not taken";

/** Changes a destination's miles and what it takes of the job's products; what is not named stays. */
export const updateJobDestination = procedure({
  name: "updateJobDestination",
  input: z.strictObject({
    job_id,
    job_destination_id: z.number().int(),
    version: z.number().int(),
    mileage,
    product_mixes: z.array(mixInput).max(100).default([]),
  }),
  async run(ctx, input) {
    const found = await jobFor(ctx, input.job_id, "edit_destination");
    const row = await destinationOf(ctx, input.job_id, input.job_destination_id);
    if (row.version !== input.version - 1)
      throw stale({ mileage: row.mileage, product_mixes: row.product_mixes, version: row.version });
    const products = await readJobProducts(ctx, input.job_id);
    const unknown = input.product_mixes.some((m) => !products.some((p) => productKey(p) === productKey(m)));
    if (unknown) throw invalid({ product_mixes: ["Choose from the products of the job"] });
    const saved = (m: (typeof input.product_mixes)[number]) =>
      row.product_mixes.find((s) => productKey(s) === productKey(m));
    const changed = input.product_mixes.filter(
      (m) => saved(m)?.is_accepted !== m.is_accepted || saved(m)?.wood_unit_type_id !== m.wood_unit_type_id,
    );
    const miles = input.mileage === undefined || input.mileage === row.mileage ? undefined : input.mileage;
    const diffs = [
      ...(miles === undefined ? [] : [{ key: `${row.name}, miles`, saved: row.mileage, updated: miles }]),
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
    ];
    if (miles === undefined && changed.length === 0) return { id: row.id };
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
        ...(diffs.length
          ? await historySteps(ctx, found.subject, [{ activity: "job_updated", details: { diffs } }])
          : []),
      ],
      { id: row.id },
    );
  },
});

/** Takes a destination off a job, and its haul rates with it; refused while a load is open that goes there. */
export const removeJobDestination = procedure({
  name: "removeJobDestination",
  input: z.strictObject({ job_id, job_destination_id: z.number().int(), version: z.number().int() }),
  async run(ctx, input) {
    const found = await jobFor(ctx, input.job_id, "remove_destination");
    const row = await destinationOf(ctx, input.job_id, input.job_destination_id);
    if (row.version !== input.version - 1) throw stale({ name: row.name, version: row.version });
    const open = (await openTickets(ctx, input.job_id)).filter((t) => t.job_destination_id === row.id).length;
    if (open) throw notNow(`${count(open, "load is", "loads are")} open that go to ${row.name}.`);
    return ctx.commit(
      [
        mustHit(
          ctx.write
            .update(jobDestination)
            .set({ removed_at: ctx.now.toISOString(), version: input.version })
            .where(
              and(
                eq(jobDestination.id, row.id),
                eq(jobDestination.version, input.version - 1),
                sql`NOT EXISTS (SELECT 1 FROM trip_ticket t WHERE t.job_id = ${input.job_id} AND t.trip_ticket_status_id IN (1, 2, 5, 6, 7) AND t.is_deleted = 0 AND t.job_destination_id = ${row.id})`,
              ),
            ),
        ),
        also(ctx.write.delete(jobHaulRate).where(inArray(jobHaulRate.job_destination_id, [row.id]))),
        ...(await historySteps(ctx, found.subject, [
          {
            activity: "job_updated",
            details: { diffs: [{ key: "destination", saved: row.name, updated: null }] },
          },
        ])),
      ],
      { id: row.id },
    );
  },
});
