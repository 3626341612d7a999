import { z } from "zod";
import { listActions } from "~/core/tickets/list-actions";
import { trimmed } from "~/domain/text/input";
import { dayOf } from "~/domain/time/time";
import type { CompanyActor } from "~/web/actor";
import { type Ctx, procedure } from "~/web/procedure";
import { type Action, actionsFor, type MayDo } from "./actions";
import { findJobs, jobsNamed } from "./find-jobs.server";
import { findColleagues, findCompanies, findMillPlaces, findPlaces } from "./find-names.server";
import { findTickets } from "./find-tickets.server";

/** Something that was found: where it is, what it is called, and what tells it from others of its name. */
export type Hit = Action;
export type Hits = { kind: string; title: string; hits: Hit[] };

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

/** More of a kind than these isn't an answer. */
export const MOST_HITS = 6;

function rightsOf(actor: CompanyActor): MayDo {
  const { permissions, company } = actor;
  const list = listActions(actor);
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
 * Find anything by one text: tickets by number, load, scale ticket or plate; jobs, contracts, companies, people and
 * places by the beginning of their words; actions by theirs. Each kind is asked for only with the flag that opens its
 * own page, and starts inside what the acting company may see.
 */
export const find = procedure({
  name: "find",
  input: z.strictObject({ q: trimmed(80).default("") }),
  output: foundOutput,
  async run(ctx, { q }) {
    const groups = q === "" ? [] : await everything(ctx, q);
    const found = groups.filter((group) => group.hits.length > 0);
    const hits = found.flatMap((group) => group.hits);
    return { q, groups: found, only: hits.length === 1 ? (hits[0]?.href ?? null) : null };
  },
});
export type SearchResult = Awaited<ReturnType<typeof find.run>>;

async function everything(ctx: Ctx<CompanyActor>, q: string): Promise<Hits[]> {
  const may = rightsOf(ctx.actor);
  const { permissions } = ctx.actor;
  const asked = /^new\s+(?:load|trip\s+ticket|ticket)\s+(.+)$/i.exec(q)?.[1];
  const [tickets, jobs, companies, people, places, yards, named] = await Promise.all([
    may.tickets ? findTickets(ctx, q, MOST_HITS) : [],
    may.jobs ? findJobs(ctx, q, MOST_HITS) : [],
    findCompanies(ctx, q, MOST_HITS),
    may.people ? findColleagues(ctx, q, MOST_HITS) : [],
    findPlaces(ctx, q, MOST_HITS, {
      locations: permissions.company_location.read,
      destinations: permissions.company_destination.read,
    }),
    permissions.company_location.read ? findMillPlaces(ctx, q, MOST_HITS) : [],
    asked && may.creates && may.jobs ? jobsNamed(ctx, asked, MOST_HITS) : [],
  ]);
  const actions = actionsFor(q, may, { today: dayOf(ctx.now, ctx.actor.zone), jobs: named });
  return [
    { kind: "action", title: "Do", hits: actions },
    { kind: "ticket", title: "Trip tickets", hits: tickets },
    { kind: "job", title: "Jobs", hits: jobs },
    { kind: "company", title: "Companies", hits: companies },
    { kind: "person", title: "People", hits: people },
    { kind: "place", title: "Places", hits: [...places, ...yards].slice(0, MOST_HITS) },
  ];
}
