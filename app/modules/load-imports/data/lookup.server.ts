import { asc, eq } from "drizzle-orm";
import { job, loadImportAlias } from "#db/schema";
import { formatLandingName, readLandings } from "~/modules/jobs/shared/landings.server";
import { readJobTimeZones } from "~/modules/jobs/shared/place-zones.server";
import { readCompanyProductNamesByKey } from "~/modules/products/shared/own-names.server";
import { formatProductKey } from "~/modules/trip-tickets/rules/defaults";
import { formatProduct } from "~/modules/trip-tickets/rules/trip-ticket";
import {
  requireOpenJobWithProducts,
  ticketJobsCondition,
} from "~/modules/trip-tickets/shared/new-ticket.server";
import type { CompanyActor } from "~/web/actor";
import type { Ctx } from "~/web/procedure";
import { AppError } from "~/web/refusal";
import type { ImportJob, LearnedName } from "../rules/alias-rules";
import { findChoice } from "../rules/names";
import { readMillsAt } from "./mills.server";

/** Maximum number of jobs in an import; each job is read with all of its choices. */
const MAX_JOBS = 40;
const MAX_OFFERED = 2_000;
const MAX_LEARNED_NAMES = 5_000;

/** List the jobs on which the acting company may key loads, sorted by name. */
export const readImportableJobs = (ctx: Ctx<CompanyActor>) =>
  ctx.read
    .select({ id: job.id, name: job.name, contract_number: job.contract_number })
    .from(job)
    .where(ticketJobsCondition(ctx.actor.company.id))
    .orderBy(asc(job.name), asc(job.id))
    .limit(MAX_OFFERED);

type Offered = Awaited<ReturnType<typeof readImportableJobs>>[number];

/** Names that the acting company has explained before. */
export const readLearnedNames = (ctx: Ctx<CompanyActor>): Promise<LearnedName[]> =>
  ctx.read
    .select({
      job_id: loadImportAlias.job_id,
      field: loadImportAlias.field,
      word: loadImportAlias.alias,
      value: loadImportAlias.value,
    })
    .from(loadImportAlias)
    .where(eq(loadImportAlias.company_id, ctx.actor.company.id))
    .limit(MAX_LEARNED_NAMES);

/**
 * Load the jobs that rows of an import may mean, each with all choices for its loads. Jobs are found by name or
 * contract number in `words`; jobs on which loads can't be keyed are left out.
 */
export async function readImportJobs(
  ctx: Ctx<CompanyActor>,
  jobId: number | null,
  words: ReadonlySet<string>,
  explained: readonly LearnedName[],
): Promise<ImportJob[]> {
  const offered = await readImportableJobs(ctx);
  const set = new Set(jobId === null ? namedJobs(offered, words, explained) : [jobId]);
  const jobLookups: ImportJob[] = [];
  for (const item of offered.filter((o) => set.has(o.id)).slice(0, MAX_JOBS)) {
    const known = await readImportJob(ctx, item);
    if (known) jobLookups.push(known);
  }
  return jobLookups;
}

/** Return the ids of jobs that the words of a column may mean. */
function namedJobs(
  offered: readonly Offered[],
  words: ReadonlySet<string>,
  explained: readonly LearnedName[],
) {
  const byName = offered.map((o) => ({ value: o.id, name: o.name }));
  const byContract = offered.map((o) => ({ value: o.id, name: o.contract_number ?? "" }));
  const named = [...words].flatMap((word) => [
    findChoice(byName, word)?.value,
    findChoice(byContract, word)?.value,
  ]);
  const messages = explained.filter((e) => e.field === "job").map((e) => Number(e.value));
  return [...named, ...messages].filter((id) => id !== undefined);
}

type Party = Awaited<ReturnType<typeof requireOpenJobWithProducts>>["parties"][number];

/** Return one job with all choices for its loads; null if the acting company can't key loads on it. */
export async function readImportJob(ctx: Ctx<CompanyActor>, item: Offered): Promise<ImportJob | null> {
  const open = await requireOpenJobWithProducts(ctx, item.id).catch((error: unknown) => {
    if (error instanceof AppError && error.kind !== "unavailable") return null;
    throw error;
  });
  if (open === null) return null;
  const me = ctx.actor.company.id;
  const office = open.roles.has("creator") || open.roles.has("land_manager");
  if (!office && !open.roles.has("job_hauler")) return null;
  const ids = [...new Set(open.mix.map((m) => m.job_destination_id))];
  const mills = await readMillsAt(ctx, ids);
  const places = await readJobTimeZones(ctx.read, item.id);
  const own = await readCompanyProductNamesByKey(ctx);
  const role = (has: (p: Party) => boolean) =>
    // Use the companies' own names, as in the user's records.
    open.parties.filter(has).map((p) => ({ value: p.company_id, name: p.name }));
  return {
    ...item,
    start_date: places.start_date,
    zone: places.job_zone,
    office,
    destinations: [...new Map(open.mix.map((m) => [m.job_destination_id, m.destination]))].map(
      ([value, name]) => ({
        value,
        name,
        mills: mills(value),
        zone: places.mill_zone(value),
      }),
    ),
    products: open.mix.map((m) => ({
      value: formatProductKey(m),
      name: formatProduct(m),
      also: [m.own_name, own.get(formatProductKey(m))].filter((name) => name != null),
      job_destination_id: m.job_destination_id,
      unit: m.wood_unit_type_id,
    })),
    haulers: role((p) => p.is_hauler && (office || (p.on_behalf_of?.id ?? p.company_id) === me)),
    cutters: role((p) => p.is_cutter),
    skidders: role((p) => p.is_skidder),
    landings: (await readLandings(ctx.read, item.id)).map((l) => ({
      value: l.id,
      name: formatLandingName(l),
    })),
  };
}
