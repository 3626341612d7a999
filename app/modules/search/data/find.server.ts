import { z } from "zod";
import { createTrimmedTextSchema } from "~/lib/text/input";
import { getDay } from "~/lib/time/time";
import { getListActions } from "~/modules/trip-tickets/rules/list-actions";
import type { CompanyActor } from "~/web/actor";
import { type Ctx, procedure } from "~/web/procedure";
import { type FinderPermissions, findActions, type SearchAction } from "../rules/actions";
import { findActiveJobsByName, findJobs } from "./find-jobs.server";
import { findColleagues, findCompanies, findMillPlaces, findOwnPlaces } from "./find-names.server";
import { findTickets } from "./find-tickets.server";

/** A search result: its address, title, and a hint that distinguishes it from results with the same title. */
export type SearchHit = SearchAction;
export type SearchHitGroup = { kind: string; title: string; hits: SearchHit[] };

const foundOutput = z.strictObject({
  q: z.string(),
  groups: z.array(
    z.strictObject({
      kind: z.string().describe("action, ticket, job, company, person or place."),
      title: z.string(),
      hits: z.array(
        z.strictObject({
          href: z.string().describe("The page of it, as a path."),
          title: z.string(),
          hint: z.string().optional(),
        }),
      ),
    }),
  ),
  only: z.string().nullable().describe("The page of the one hit, if there is just one."),
});

/** Maximum number of results of each kind. */
export const MAX_RESULTS_PER_KIND = 6;

function rightsOf(actor: CompanyActor): FinderPermissions {
  const { permissions, company } = actor;
  const list = getListActions(actor);
  return {
    creates: list.create,
    exports: permissions.trip_ticket.read,
    reconciles: list.reconcile,
    weighs: company.roles.is_mill && permissions.trip_ticket.update,
    jobs: permissions.job.read,
    people: permissions.crew_member.read,
    tickets: permissions.trip_ticket.read,
    pay: permissions.settlement.read,
    invoices: permissions.invoice.read,
  };
}

/**
 * Search everything by one text. Tickets are found by number, load number, scale ticket or plate; jobs, contracts,
 * companies, people and places by word prefix; actions by their words. Each kind requires the permission for its own
 * page, and only results visible to the acting company are returned.
 */
export const find = procedure({
  name: "find",
  input: z.strictObject({ q: createTrimmedTextSchema(80).default("") }),
  output: foundOutput,
  async run(ctx, { q }) {
    const groups = q === "" ? [] : await everything(ctx, q);
    const matches = groups.filter((group) => group.hits.length > 0);
    const hits = matches.flatMap((group) => group.hits);
    return { q, groups: matches, only: hits.length === 1 ? (hits[0]?.href ?? null) : null };
  },
});
export type SearchResult = Awaited<ReturnType<typeof find.run>>;

async function everything(ctx: Ctx<CompanyActor>, q: string): Promise<SearchHitGroup[]> {
  const may = rightsOf(ctx.actor);
  const { permissions } = ctx.actor;
  const query = /^new\s+(?:load|trip\s+ticket|ticket)\s+(.+)$/i.exec(q)?.[1];
  const [tickets, jobs, companies, people, places, yards, named] = await Promise.all([
    may.tickets ? findTickets(ctx, q, MAX_RESULTS_PER_KIND) : [],
    may.jobs ? findJobs(ctx, q, MAX_RESULTS_PER_KIND) : [],
    findCompanies(ctx, q, MAX_RESULTS_PER_KIND),
    may.people ? findColleagues(ctx, q, MAX_RESULTS_PER_KIND) : [],
    findOwnPlaces(ctx, q, MAX_RESULTS_PER_KIND, {
      locations: permissions.company_location.read,
      destinations: permissions.company_destination.read,
    }),
    permissions.company_location.read ? findMillPlaces(ctx, q, MAX_RESULTS_PER_KIND) : [],
    query && may.creates && may.jobs ? findActiveJobsByName(ctx, query, MAX_RESULTS_PER_KIND) : [],
  ]);
  const actions = findActions(q, may, { today: getDay(ctx.now, ctx.actor.zone), jobs: named });
  return [
    { kind: "action", title: "Do", hits: actions },
    { kind: "ticket", title: "Trip tickets", hits: tickets },
    { kind: "job", title: "Jobs", hits: jobs },
    { kind: "company", title: "Companies", hits: companies },
    { kind: "person", title: "People", hits: people },
    { kind: "place", title: "Places", hits: [...places, ...yards].slice(0, MAX_RESULTS_PER_KIND) },
  ];
}
