import { asc, eq } from "drizzle-orm";
import { job, loadImportWord } from "#db/schema";
import { landingName, readLandingsOf } from "~/core/jobs/landings.server";
import { readJobPlaces } from "~/core/jobs/place-zones.server";
import { ownNamesByKey } from "~/core/products/own-names.server";
import { productKey } from "~/core/tickets/defaults";
import { productText } from "~/domain/tickets/trip-ticket";
import { jobsForTicketsOf, openJobWithMix } from "~/features/trip-tickets/new-ticket.server";
import type { CompanyActor } from "~/web/actor";
import type { Ctx } from "~/web/procedure";
import { Refusal } from "~/web/refusal";
import type { Explained, KnownJob } from "./meaning";
import { millsAt } from "./mills.server";
import { meantBy } from "./names";

/** An import is of so many jobs at most; each is read whole. */
const MOST_JOBS = 40;
const MOST_OFFERED = 2_000;
const MOST_EXPLAINED = 5_000;

/** The jobs that the acting company may key loads on, by name. */
export const jobsOffered = (ctx: Ctx<CompanyActor>) =>
  ctx.read
    .select({ id: job.id, name: job.name, contract_number: job.contract_number })
    .from(job)
    .where(jobsForTicketsOf(ctx.actor.company.id))
    .orderBy(asc(job.name), asc(job.id))
    .limit(MOST_OFFERED);

type Offered = Awaited<ReturnType<typeof jobsOffered>>[number];

/** What the acting company has explained before. */
export const explainedBefore = (ctx: Ctx<CompanyActor>): Promise<Explained[]> =>
  ctx.read
    .select({
      job_id: loadImportWord.job_id,
      field: loadImportWord.field,
      word: loadImportWord.word,
      value: loadImportWord.value,
    })
    .from(loadImportWord)
    .where(eq(loadImportWord.company_id, ctx.actor.company.id))
    .limit(MOST_EXPLAINED);

/**
 * What the rows of an import may name: every job that may be meant, those whose name or contract comes among `words` read
 * whole, with all that a load of it names. Jobs on which loads can't be keyed are left out.
 */
export async function knownFor(
  ctx: Ctx<CompanyActor>,
  jobId: number | null,
  words: ReadonlySet<string>,
  explained: readonly Explained[],
): Promise<KnownJob[]> {
  const offered = await jobsOffered(ctx);
  const wanted = new Set(jobId === null ? namedJobs(offered, words, explained) : [jobId]);
  const found: KnownJob[] = [];
  for (const one of offered.filter((o) => wanted.has(o.id)).slice(0, MOST_JOBS)) {
    const known = await knownJob(ctx, one);
    if (known) found.push(known);
  }
  return found;
}

/** The jobs that the words of a column may mean. */
function namedJobs(offered: readonly Offered[], words: ReadonlySet<string>, explained: readonly Explained[]) {
  const byName = offered.map((o) => ({ value: o.id, name: o.name }));
  const byContract = offered.map((o) => ({ value: o.id, name: o.contract_number ?? "" }));
  const named = [...words].flatMap((word) => [
    meantBy(byName, word)?.value,
    meantBy(byContract, word)?.value,
  ]);
  const told = explained.filter((e) => e.field === "job").map((e) => Number(e.value));
  return [...named, ...told].filter((id) => id !== undefined);
}

type Party = Awaited<ReturnType<typeof openJobWithMix>>["parties"][number];

/** One job with all that a load of it may name; null where the acting company can't key loads on it. */
export async function knownJob(ctx: Ctx<CompanyActor>, one: Offered): Promise<KnownJob | null> {
  const open = await openJobWithMix(ctx, one.id).catch((error: unknown) => {
    if (error instanceof Refusal && error.kind !== "unavailable") return null;
    throw error;
  });
  if (open === null) return null;
  const me = ctx.actor.company.id;
  const office = open.roles.has("creator") || open.roles.has("land_manager");
  if (!office && !open.roles.has("job_hauler")) return null;
  const ids = [...new Set(open.mix.map((m) => m.job_destination_id))];
  const mills = await millsAt(ctx, ids);
  const places = await readJobPlaces(ctx.read, one.id);
  const own = await ownNamesByKey(ctx);
  const role = (has: (p: Party) => boolean) =>
    // By their own names: so they are written in somebody's book.
    open.parties.filter(has).map((p) => ({ value: p.company_id, name: p.name }));
  return {
    ...one,
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
      value: productKey(m),
      name: productText(m),
      also: [m.own_name, own.get(productKey(m))].filter((name) => name != null),
      job_destination_id: m.job_destination_id,
      unit: m.wood_unit_type_id,
    })),
    haulers: role((p) => p.is_hauler && (office || (p.on_behalf_of?.id ?? p.company_id) === me)),
    cutters: role((p) => p.is_cutter),
    skidders: role((p) => p.is_skidder),
    landings: (await readLandingsOf(ctx.read, one.id)).map((l) => ({ value: l.id, name: landingName(l) })),
  };
}
