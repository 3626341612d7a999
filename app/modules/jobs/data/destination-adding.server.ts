import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { selectInsertedId } from "#db/inserted-id";
import { company, companyDestination, companyLocation, jobDestination, jobProductMix } from "#db/schema";
import { sortByMatch } from "~/lib/text/closest-match";
import { createTextSchema } from "~/lib/text/input";
import { escapeLike } from "~/lib/text/text";
import { buildHistorySteps } from "~/modules/history/shared/history.server";
import { readRoadMiles } from "~/modules/mileage/shared/job-mileage.server";
import { destinationNameCondition, readDestinations } from "~/modules/places/shared/destinations.server";
import { readVisibleLocations } from "~/modules/places/shared/locations.server";
import type { CompanyActor } from "~/web/actor";
import { expectOneRow } from "~/web/commit.server";
import { idOutput } from "~/web/output";
import { type Ctx, procedure } from "~/web/procedure";
import { invalid, notFound } from "~/web/refusal";
import { mileageField } from "../rules/job-fields";
import { requireJobRight } from "../shared/authorize.server";
import { readJobDestinations } from "../shared/destinations.server";
import { readJobProducts } from "../shared/job-products.server";

const job_id = z.number().int();

const ONCE = "This destination has already been added to this job.";

/** Maximum number of places to list; further places are found by search. */
const MAX_PLACES = 100;

/**
 * Return places to send the job's wood to, filtered by part of the name: the company's own destinations, and locations
 * that the company may see.
 */
export const getDestinationChoices = procedure({
  name: "getDestinationChoices",
  input: z.strictObject({ id: z.number().int(), q: z.string().trim().max(100).default("") }),
  async run(ctx, { id, q }) {
    const job = await requireJobRight(ctx, id, "add_destination");
    const like = `%${escapeLike(q)}%`;
    const named = sql`(${companyLocation.name} LIKE ${like} ESCAPE '\\' OR ${company.name} LIKE ${like} ESCAPE '\\')`;
    const [own, all] = await Promise.all([
      readDestinations(ctx, destinationNameCondition(q)),
      readVisibleLocations(ctx, q ? named : undefined).limit(MAX_PLACES + 1),
    ]);
    const locations = all.slice(0, MAX_PLACES);
    return {
      id,
      name: job.job.name,
      more: all.length > MAX_PLACES,
      places: sortByMatch(
        [
          ...own.map(({ company_destination: d }) => ({ value: `d${d.id}`, label: d.name })),
          ...locations.map(({ company_location: l, company: c }) => ({
            value: `l${l.id}`,
            label: `${l.name} (${c.name})`,
          })),
        ],
        q,
        ({ label }) => label,
      ),
    };
  },
});

/**
 * Add a destination to a job: one of the company's own, or a location that the company may send wood to. Its miles are
 * calculated unless typed.
 */
export const addJobDestination = procedure({
  name: "addJobDestination",
  input: z.strictObject({
    job_id,
    /** Destination as one form value: "d" and the destination's id, or "l" and the location's id. */
    place: createTextSchema(16, "Choose a destination", "Choose a destination")
      .regex(/^[dl][1-9]\d{0,14}$/, "Choose a destination")
      .optional(),
    company_destination_id: z.number().int().optional(),
    company_location_id: z.number().int().optional(),
    mileage: mileageField,
  }),
  output: idOutput,
  async run(ctx, input) {
    const job = await requireJobRight(ctx, input.job_id, "add_destination");
    const chosen = await placeOf(ctx, input);
    const on = await readJobDestinations(ctx, input.job_id);
    const same = on.some(
      (d) =>
        d.company_destination_id === chosen.company_destination_id &&
        d.company_location_id === chosen.company_location_id,
    );
    if (same) throw invalid({ place: [ONCE] });
    const products = await readJobProducts(ctx, input.job_id);
    const typed = input.mileage ?? null;
    const { at, ...destination } = chosen;
    const miles = typed === null ? await readRoadMiles(job.job, at) : null;
    const id = selectInsertedId(jobDestination);
    return ctx.commit(
      [
        expectOneRow(
          ctx.write.insert(jobDestination).values({
            job_id: input.job_id,
            ...destination,
            mileage: typed ?? miles?.mileage ?? null,
            mileage_is_estimate: miles?.mileage_is_estimate ?? false,
          }),
        ),
        // Abort the commit if another user has added the same place since.
        expectOneRow(
          sql`UPDATE job_destination SET version = version WHERE id = ${id} AND NOT EXISTS (SELECT 1 FROM job_destination o WHERE o.job_id = ${input.job_id} AND o.removed_at IS NULL AND o.id <> job_destination.id AND o.company_destination_id IS job_destination.company_destination_id AND o.company_location_id IS job_destination.company_location_id)`,
        ),
        // Every product starts as not accepted; a user chooses the accepted products afterward
        // (docs/domain.md#setting-up-a-job).
        ...products.map((p) =>
          expectOneRow(
            ctx.write.insert(jobProductMix).values({
              job_destination_id: id,
              is_accepted: false,
              product_type_id: p.product_type_id,
              wood_species_id: p.wood_species_id,
              wood_species_type_id: p.wood_species_type_id,
              wood_unit_type_id: 2,
            }),
          ),
        ),
        ...(await buildHistorySteps(ctx, job.subject, [
          {
            activity: "job_updated",
            details: { diffs: [{ key: "destination", saved: null, updated: chosen.name }] },
          },
        ])),
      ],
      { id: id },
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
    if (!row) throw notFound("We couldn't find that destination.");
    return {
      company_destination_id: destination,
      company_location_id: null,
      name: row.company_destination.name,
      at: row.company_destination,
    };
  }
  const [row] = await readVisibleLocations(ctx, eq(companyLocation.id, location ?? 0));
  if (!row) throw notFound("We couldn't find that location, or you don't have access to it.");
  return {
    company_destination_id: null,
    company_location_id: location ?? 0,
    name: row.company_location.name,
    at: row.company_location,
  };
}
