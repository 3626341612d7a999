import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { newest } from "#db/newest";
import { company, companyDestination, companyLocation, jobDestination, jobProductMix } from "#db/schema";
import { historySteps } from "~/core/history/history.server";
import { readJobDestinations } from "~/core/jobs/destinations.server";
import { mileage } from "~/core/jobs/job-fields";
import { readJobProducts } from "~/core/jobs/job-products.server";
import { jobFor } from "~/core/jobs/standing.server";
import { roadMilesBetween } from "~/core/miles/job-mileage.server";
import { sortByMatch } from "~/domain/text/closest-match";
import { text } from "~/domain/text/input";
import { escapeLike } from "~/domain/text/text";
import { destinationNamed, readDestinations } from "~/features/places/destinations.server";
import { visibleLocations } from "~/features/places/locations.server";
import type { CompanyActor } from "~/web/actor";
import { mustHit } from "~/web/commit.server";
import { idOutput } from "~/web/output";
import { type Ctx, procedure } from "~/web/procedure";
import { invalid, missing } from "~/web/refusal";

const job_id = z.number().int();

const ONCE = "This destination has already been added to this job.";

/** So many places at once; more are searched. */
const MOST_PLACES = 100;

/** Places to send the job's wood to, by a part of the name: one's own destinations, and locations that one may see. */
export const getDestinationChoices = procedure({
  name: "getDestinationChoices",
  input: z.strictObject({ id: z.number().int(), q: z.string().trim().max(100).default("") }),
  async run(ctx, { id, q }) {
    const found = await jobFor(ctx, id, "add_destination");
    const like = `%${escapeLike(q)}%`;
    const named = sql`(${companyLocation.name} LIKE ${like} ESCAPE '\\' OR ${company.name} LIKE ${like} ESCAPE '\\')`;
    const [own, all] = await Promise.all([
      readDestinations(ctx, destinationNamed(q)),
      visibleLocations(ctx, q ? named : undefined).limit(MOST_PLACES + 1),
    ]);
    const locations = all.slice(0, MOST_PLACES);
    return {
      id,
      name: found.job.name,
      more: all.length > MOST_PLACES,
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

/** Adds a destination to a job: one of one's own, or a location that one may send wood to; its miles, unless typed. */
export const addJobDestination = procedure({
  name: "addJobDestination",
  input: z.strictObject({
    job_id,
    /** In one value, as the form has it: d and the destination's id, or l and the location's. */
    place: text(16, "Choose a destination", "Choose a destination")
      .regex(/^[dl][1-9]\d{0,14}$/, "Choose a destination")
      .optional(),
    company_destination_id: z.number().int().optional(),
    company_location_id: z.number().int().optional(),
    mileage,
  }),
  output: idOutput,
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
    const typed = input.mileage ?? null;
    const { at, ...destination } = chosen;
    const miles = typed === null ? await roadMilesBetween(found.job, at) : null;
    const made = newest(jobDestination);
    return ctx.commit(
      [
        mustHit(
          ctx.write.insert(jobDestination).values({
            job_id: input.job_id,
            ...destination,
            mileage: typed ?? miles?.mileage ?? null,
            mileage_is_estimate: miles?.mileage_is_estimate ?? false,
          }),
        ),
        // Someone else may have added the same place in between.
        mustHit(
          sql`UPDATE job_destination SET version = version WHERE id = ${made} AND NOT EXISTS (SELECT 1 FROM job_destination o WHERE o.job_id = ${input.job_id} AND o.removed_at IS NULL AND o.id <> job_destination.id AND o.company_destination_id IS job_destination.company_destination_id AND o.company_location_id IS job_destination.company_location_id)`,
        ),
        // The products that it takes are listed after it (decisions, section 6).
        ...products.map((p) =>
          mustHit(
            ctx.write.insert(jobProductMix).values({
              job_destination_id: made,
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
    if (!row) throw missing("We couldn't find that destination.");
    return {
      company_destination_id: destination,
      company_location_id: null,
      name: row.company_destination.name,
      at: row.company_destination,
    };
  }
  const [row] = await visibleLocations(ctx, eq(companyLocation.id, location ?? 0));
  if (!row) throw missing("We couldn't find that location, or you don't have access to it.");
  return {
    company_destination_id: null,
    company_location_id: location ?? 0,
    name: row.company_location.name,
    at: row.company_location,
  };
}
