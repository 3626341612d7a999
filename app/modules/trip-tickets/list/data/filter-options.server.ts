import { asc, desc, inArray, sql } from "drizzle-orm";
import { z } from "zod";
import { jsonListSql } from "#db/json-list";
import { prepareQuery } from "#db/prepared.server";
import {
  company,
  job,
  jobDestination,
  productType,
  settlementStatusType,
  settlementType,
  tripTicket,
  user,
  woodSpecies,
} from "#db/schema";
import { canSeeSettlements } from "~/lib/access/company-features";
import { readCrewPeople } from "~/lib/access/crew-people.server";
import { readCompanyFeatures } from "~/lib/access/features.server";
import { formatFullName } from "~/lib/text/text";
import { buildSearchableCondition } from "~/modules/companies/shared/public-face.server";
import { ownJobsCondition, workedJobsCondition } from "~/modules/jobs/shared/access.server";
import { procedure, type ReadCtx } from "~/web/procedure";
import { FILTER_LISTS, type FilterList, type FilterQuery, MAX_FILTER_VALUES } from "../../rules/filter-query";
import { getStatusLabel, PRIORITY_LABELS, TICKET_VIEWS } from "../../rules/trip-ticket";

/** Number of the company's latest tickets that options come from, so that nothing is offered that the company can't see. */
const LAST = 2_000;

export type FilterOption = { id: number; label: string };
export type FilterGroup = { name: FilterList; label: string; options: FilterOption[] };

const words = (pairs: readonly { id: number; name: string }[]): FilterOption[] =>
  pairs.map(({ id, name }) => ({ id, label: name }));

/** Return the option lists of the filter panel, at most a hundred options each, including the selected ones. */
export const getFilterOptions = procedure({
  name: "getFilterOptions",
  may: "trip_ticket.read",
  input: z.strictObject({
    view: z.enum(["loads", "available"]).default("loads"),
    chosen: z
      .partialRecord(z.enum(FILTER_LISTS), z.array(z.number().int()).max(MAX_FILTER_VALUES))
      .default({}),
  }),
  async run(ctx, { view, chosen }): Promise<FilterGroup[]> {
    const seen = await readIdsOnLastTickets(ctx);
    const ids = readOptionIds(seen, chosen, MAX_FILTER_VALUES);
    const people = await readCrewPeople(ctx.read, ctx.actor.company.id);
    const newest = await ctx.read
      .select({ id: job.id })
      .from(job)
      .where(ownJobsCondition(ctx.actor))
      .orderBy(desc(job.created_at))
      .limit(MAX_FILTER_VALUES);
    seen.jobs = [...newest.map((j) => j.id), ...seen.jobs];
    seen.users = [...people.map((p) => p.id), ...seen.users];
    const [jobs, destinations, companies, mills, haulers, products, species, users, settlement] =
      await Promise.all([
        readJobOptions(ctx, ids("jobs", "job_ids")),
        destinationNames(ctx, ids("destinations", "job_destination_ids"), seen),
        readCompanyOptions(ctx, ids("companies", "company_ids"), seen),
        readCompanyOptions(ctx, ids("mills", "mill_ids"), seen),
        readCompanyOptions(ctx, ids("haulers", "hauler_ids"), seen),
        readProductOptions(ctx, ids("products", "product_type_ids")),
        speciesNames(ctx, ids("species", "wood_species_ids")),
        userNames(ctx, ids("users", "user_ids"), seen),
        settlementOptions(ctx),
      ]);
    return [
      { name: "company_ids", label: "Companies", options: companies },
      { name: "job_ids", label: "Jobs", options: jobs },
      { name: "mill_ids", label: "Mills", options: mills },
      { name: "hauler_ids", label: "Haulers", options: haulers },
      { name: "product_type_ids", label: "Products", options: products },
      { name: "wood_species_ids", label: "Species", options: species },
      { name: "job_destination_ids", label: "Destinations", options: destinations },
      {
        name: "trip_ticket_status_ids",
        label: "Status",
        options: TICKET_VIEWS[view].offered.map((id) => ({ id, label: getStatusLabel(id) })),
      },
      ...settlement,
      { name: "user_ids", label: "Users", options: users },
      { name: "trip_ticket_priority_ids", label: "Priority", options: PRIORITIES },
    ];
  },
});

/** Return the ids to offer in a list: the selected ones, then those on the latest tickets. */
export const readOptionIds =
  (seen: Seen, chosen: Partial<Record<FilterList, number[]>>, most: number) =>
  (name: keyof Seen, list: FilterList) =>
    [...new Set([...(chosen[list] ?? []), ...seen[name]])].slice(0, most);

const PRIORITIES = Object.entries(PRIORITY_LABELS).map(([id, label]) => ({ id: Number(id), label }));

type Seen = Record<
  "jobs" | "destinations" | "companies" | "mills" | "haulers" | "products" | "species" | "users",
  number[]
>;

const t = tripTicket;
const findLast = prepareQuery((read) =>
  read
    .select({
      job: t.job_id,
      destination: t.job_destination_id,
      product: t.product_type_id,
      species: t.wood_species_id,
      requester: t.numbering_company_id,
      cutter: t.cutter_company_id,
      skidder: t.skidder_company_id,
      hauler: t.hauler_company_id,
      cut_for: t.cutter_on_behalf_of_company_id,
      skidded_for: t.skidder_on_behalf_of_company_id,
      hauled_for: t.hauler_on_behalf_of_company_id,
      mill: sql<
        number | null
      >`(SELECT m.mill_company_id FROM job_destination_mill m WHERE m.job_destination_id = ${t.job_destination_id})`,
      driver: t.hauler_user_id,
    })
    .from(
      sql`(SELECT c.ticket_id FROM ticket_company c WHERE c.company_id = ${sql.placeholder("me")} ORDER BY c.last_modified_at DESC, c.ticket_id DESC LIMIT ${sql.placeholder("last")}) x`,
    )
    .crossJoin(t)
    .where(sql`${t.id} = x.ticket_id`),
);

/** Ids on the last visible tickets, most recent first. */
export async function readIdsOnLastTickets(ctx: ReadCtx, last = LAST): Promise<Seen> {
  const rows = await findLast(ctx.read, { me: ctx.actor.company.id, last });
  const set = (ids: (number | null)[]) => [...new Set(ids.filter((id) => id !== null))];
  return {
    jobs: set(rows.map((r) => r.job)),
    destinations: set(rows.map((r) => r.destination)),
    companies: set(
      rows.flatMap((r) => [
        ...[r.mill, r.requester, r.cutter, r.skidder, r.hauler],
        ...[r.cut_for, r.skidded_for, r.hauled_for],
      ]),
    ),
    mills: set(rows.map((r) => r.mill)),
    haulers: set(rows.map((r) => r.hauled_for ?? r.hauler)),
    products: set(rows.map((r) => r.product)),
    species: set(rows.map((r) => r.species)),
    users: set(rows.map((r) => r.driver)),
  };
}

export const readJobOptions = async (ctx: ReadCtx, ids: number[]) =>
  words(
    await ctx.read
      .select({ id: job.id, name: job.name })
      .from(job)
      .where(sql`${job.id} IN ${jsonListSql(ids)} AND ${ownJobsCondition(ctx.actor)}`)
      .orderBy(asc(job.name)),
  );

const millOf = sql`(SELECT m.mill_company_id FROM job_destination_mill m WHERE m.job_destination_id = ${jobDestination.id})`;

/**
 * Return the names of destinations that the company may see: those of jobs that it works on, its own as a mill, and
 * those of its visible loads. A mill doesn't see a job's other mills. Destinations with equal names are distinguished
 * by job.
 */
async function destinationNames(ctx: ReadCtx, ids: number[], seen: Seen): Promise<FilterOption[]> {
  const ofWork = ctx.actor.permissions.job_destination.read ? workedJobsCondition(ctx.actor) : sql`0`;
  const rows = await ctx.read
    .select({ id: jobDestination.id, name: jobDestination.name, job: job.name })
    .from(jobDestination)
    .innerJoin(job, sql`${job.id} = ${jobDestination.job_id}`)
    .where(
      sql`${jobDestination.id} IN ${jsonListSql(ids)} AND ${ownJobsCondition(ctx.actor)}
        AND (${ofWork} OR ${millOf} = ${ctx.actor.company.id} OR ${jobDestination.id} IN ${jsonListSql(seen.destinations)})`,
    )
    .orderBy(asc(jobDestination.name), asc(job.name));
  const alike = (name: string) => rows.filter((r) => r.name === name).length > 1;
  return rows.map((r) => ({ id: r.id, label: alike(r.name) ? `${r.name} (${r.job})` : r.name }));
}

/**
 * Return companies that any signed-in person may find, and those on the company's visible loads or requested jobs. A
 * company that another company recorded for itself (a forester's land owners) isn't revealed by putting its id in a
 * URL.
 */
export async function readCompanyOptions(ctx: ReadCtx, ids: number[], seen: Seen): Promise<FilterOption[]> {
  return words(
    await ctx.read
      .select({ id: company.id, name: company.name })
      .from(company)
      .where(
        sql`${company.id} IN ${jsonListSql(ids)} AND (${buildSearchableCondition(ctx.actor)} OR ${company.id} IN ${jsonListSql(seen.companies)}
          OR EXISTS (SELECT 1 FROM job_company jc JOIN job j ON j.id = jc.job_id
            WHERE jc.company_id = ${company.id} AND j.request_user_company_id = ${ctx.actor.company.id}))`,
      )
      .orderBy(sql`+${company.name}`),
  );
}
export const readProductOptions = async (ctx: ReadCtx, ids: number[]) =>
  words(
    await ctx.read
      .select({ id: productType.id, name: productType.name })
      .from(productType)
      .where(inArray(productType.id, ids))
      .orderBy(asc(productType.name)),
  );
const findSpecies = prepareQuery((read) =>
  read
    .select({ id: woodSpecies.id, name: woodSpecies.name })
    .from(woodSpecies)
    .where(sql`${woodSpecies.id} IN ${jsonListSql(sql.placeholder("ids"))}`)
    .orderBy(asc(woodSpecies.name)),
);
const speciesNames = async (ctx: ReadCtx, ids: number[]) =>
  words(await findSpecies(ctx.read, { ids: JSON.stringify(ids) }));

/** Return the names of people on a visible ticket and of colleagues; no other names are revealed. */
async function userNames(ctx: ReadCtx, ids: number[], seen: Seen): Promise<FilterOption[]> {
  const colleagues = new Set((await readCrewPeople(ctx.read, ctx.actor.company.id)).map((p) => p.id));
  const drivers = new Set(seen.users);
  const known = ids.filter((id) => colleagues.has(id) || drivers.has(id));
  const rows = await ctx.read
    .select({ id: user.id, first_name: user.first_name, last_name: user.last_name })
    .from(user)
    .where(inArray(user.id, known))
    .orderBy(asc(user.first_name), asc(user.last_name));
  return rows.map((r) => ({ id: r.id, label: formatFullName(r) }));
}

/**
 * Return the settlement filters; empty unless the company has a settlements feature entry
 * (docs/domain.md#ticket-lists).
 */
async function settlementOptions(ctx: ReadCtx): Promise<FilterGroup[]> {
  if (!(await readCanSeeSettlements(ctx))) return [];
  const [statuses, types] = await Promise.all([
    ctx.read
      .select({ id: settlementStatusType.id, name: settlementStatusType.name })
      .from(settlementStatusType),
    ctx.read.select({ id: settlementType.id, name: settlementType.name }).from(settlementType),
  ]);
  return [
    { name: "settlement_status_ids", label: "Settlement status", options: words(statuses) },
    { name: "settlement_type_ids", label: "Settlement services", options: words(types) },
  ];
}

/** Check whether the acting company has a settlements feature entry, active or not. */
export const readCanSeeSettlements = async (ctx: ReadCtx): Promise<boolean> =>
  canSeeSettlements(await readCompanyFeatures(ctx));

export type SelectedFilterNames = { list: FilterList; id: number; label: string }[];

/** Return the names of the chosen filter values, for chips; the id if the reader may not see the name. */
export async function readFilterNames(ctx: ReadCtx, filter: FilterQuery): Promise<SelectedFilterNames> {
  let last: Promise<Seen> | undefined;
  const seen = () => {
    last ??= readIdsOnLastTickets(ctx);
    return last;
  };
  const read: Partial<Record<FilterList, (ids: number[]) => Promise<FilterOption[]>>> = {
    job_ids: (ids) => readJobOptions(ctx, ids),
    job_destination_ids: async (ids) => destinationNames(ctx, ids, await seen()),
    company_ids: async (ids) => readCompanyOptions(ctx, ids, await seen()),
    mill_ids: async (ids) => readCompanyOptions(ctx, ids, await seen()),
    hauler_ids: async (ids) => readCompanyOptions(ctx, ids, await seen()),
    product_type_ids: (ids) => readProductOptions(ctx, ids),
    wood_species_ids: (ids) => speciesNames(ctx, ids),
    user_ids: async (ids) => userNames(ctx, ids, await seen()),
    settlement_status_ids: async () => (await settlementOptions(ctx))[0]?.options ?? [],
    settlement_type_ids: async () => (await settlementOptions(ctx))[1]?.options ?? [],
    trip_ticket_priority_ids: async () => PRIORITIES,
    trip_ticket_status_ids: async (ids) => ids.map((id) => ({ id, label: getStatusLabel(id) })),
  };
  const results: SelectedFilterNames = [];
  for (const list of FILTER_LISTS) {
    const ids = filter[list] ?? [];
    if (ids.length === 0) continue;
    const names = (await read[list]?.(ids)) ?? [];
    for (const id of ids)
      results.push({ list, id, label: names.find((n) => n.id === id)?.label ?? `#${id}` });
  }
  return results;
}
