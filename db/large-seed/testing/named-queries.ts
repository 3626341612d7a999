import { readPendingCounts } from "~/frame-counts.server";
import { getJobChecks } from "~/modules/checks/data/checks.server";
import { addComment } from "~/modules/comments/data/comments.server";
import { readExportRows } from "~/modules/exports/data/rows.server";
import { getCompanyHistory } from "~/modules/history/data/company-history.server";
import { ALL_API_KEYS } from "~/modules/history/rules/actions";
import { getLandingPage } from "~/modules/inventory/data/landings.server";
import { getJobSorts } from "~/modules/inventory/shared/destination-inventory.server";
import { getDestinationChoices } from "~/modules/jobs/data/destination-adding.server";
import { getJobHistory } from "~/modules/jobs/data/history.server";
import { searchJobs } from "~/modules/jobs/data/record.server";
import { getResumeBanner } from "~/modules/jobs/shared/draft-progress.server";
import { listJobs } from "~/modules/jobs/shared/list.server";
import { getJob } from "~/modules/jobs/shared/overview.server";
import { listPeople } from "~/modules/people/data/people.server";
import { getProfile } from "~/modules/people/shared/profile.server";
import { getTrucks, getTurnTimes } from "~/modules/production/data/each.server";
import { getStatement } from "~/modules/reconcile/data/statement-page.server";
import { addStatement, listStatements, mapStatement } from "~/modules/reconcile/data/statements.server";
import { listBooks } from "~/modules/sheets/shared/sheets.server";
import { getBulkActionPage } from "~/modules/trip-tickets/bulk/data/act-page.server";
import { getBulkRun, startBulkAction } from "~/modules/trip-tickets/bulk/data/bulk.server";
import { createTicket } from "~/modules/trip-tickets/create/data/create.server";
import { getMadeTickets } from "~/modules/trip-tickets/create/data/undo-create.server";
import {
  listTicketAudits,
  listTicketComments,
  listTicketPhotos,
} from "~/modules/trip-tickets/data/related.server";
import { getEditPage } from "~/modules/trip-tickets/edit/data/edit-page.server";
import {
  listTicketCutters,
  listTicketDestinations,
} from "~/modules/trip-tickets/life-cycle/data/assignment.server";
import { moveTicket } from "~/modules/trip-tickets/life-cycle/data/change-status.server";
import { getVerbPage } from "~/modules/trip-tickets/life-cycle/data/verb-page.server";
import { getFilterOptions } from "~/modules/trip-tickets/list/data/filter-options.server";
import { getNeighbors } from "~/modules/trip-tickets/list/data/neighbors.server";
import { TICKET_SORTS } from "~/modules/trip-tickets/rules/list-query";
import { listSavedFilters } from "~/modules/trip-tickets/saved-filters/data/saved-filters.server";
import { showTickets } from "~/modules/trip-tickets/selection/data/panel.server";
import {
  clearPicked,
  listPicked,
  pickAllMatching,
  pickOnPage,
} from "~/modules/trip-tickets/selection/data/selection.server";
import { getCertificationChoices } from "~/modules/trip-tickets/shared/certifications.server";
import { getTicketPage } from "~/modules/trip-tickets/shared/detail.server";
import { countTabs, findOnlyTicketByNumber, listTickets } from "~/modules/trip-tickets/shared/list.server";
import { listJobsForTickets, newTicketForm } from "~/modules/trip-tickets/shared/new-ticket.server";
import { printTickets } from "~/modules/trip-tickets/shared/paper.server";
import { getTicket } from "~/modules/trip-tickets/shared/record.server";
import { searchTickets } from "~/modules/trip-tickets/shared/search.server";
import type { CompanyActor } from "~/web/actor";
import { toReadContext } from "~/web/visible.server";
import type { Database } from "../../client.server";
import type { actAs } from "../../testing/acting";
import { SEARCH_QUERIES } from "./named-finding";
import { PAYER_QUERIES, SETTLEMENT_QUERIES } from "./named-money";
import { OVERVIEW_QUERIES } from "./named-sight";

type Person = Awaited<ReturnType<typeof actAs>>;

/** User who runs a query, one per role, each from the company with the most tickets in that role. */
export type BenchUser = {
  person: Person;
  db: Database;
  /** Ids of a ticket and an open ticket that the user sees, and of one of their jobs with a destination. */
  ticket: number;
  open: number;
  job: number;
  destination: number;
};

/** Queries that all users run, by plain names. */
export const COMMON_QUERIES: Record<string, (who: BenchUser) => Promise<unknown>> = {
  ...SETTLEMENT_QUERIES,
  ...OVERVIEW_QUERIES,
  ...SEARCH_QUERIES,
  "list, first page": ({ person }) => person.call(listTickets, {}),
  "list, the tabs' counts": ({ person }) => person.call(countTabs, {}),
  "list, a deep page": ({ person }) => person.call(listTickets, { page: 40 }),
  "list, the last page": async ({ person }) => {
    const { total, pageSize } = await person.call(listTickets, {});
    return person.call(listTickets, { page: Math.ceil(total / pageSize) - 1 });
  },
  "list, oldest change first": ({ person }) => person.call(listTickets, { descending: false }),
  "list, completed": ({ person }) => person.call(listTickets, { status_ids: [3] }),
  "list, under way": ({ person }) => person.call(listTickets, { status_ids: [1, 2, 5] }),
  "list, by number, priority, creation": async ({ person }) => {
    for (const sort of TICKET_SORTS)
      for (const descending of [true, false])
        await person.call(listTickets, { status_ids: [1], sort, descending });
  },
  "available to haul": ({ person }) => person.call(listTickets, { view: "available" }),
  "list, searched for numbers": ({ person }) =>
    person.call(listTickets, { trip_ticket_numbers: [1001, 1002] }),
  "list, filtered by each part": async ({ person, job, destination }) => {
    const day = { dropped_off_start: "2026-10-01T00:00:00Z", dropped_off_end: "2026-11-01T00:00:00Z" };
    for (const filter of [
      { scaled: false },
      { company_ids: [1], wood_species_ids: [746], product_type_ids: [5] },
      { user_ids: [1], trip_ticket_priority_ids: [1], trip_ticket_status_ids: [1] },
      { job_destination_ids: [destination], job_ids: [job], scaled: false },
      { job_ids: [job], scaled: true },
      { trip_ticket_numbers: [1001], scaled: false },
      { settlement_status_ids: [1], settlement_type_ids: [1] },
      day,
      { ...day, date_field: "created_at" as const, sort: "number" as const },
    ])
      await person.call(listTickets, filter);
  },
  "list, filtered to a thousand and more, a deep page": ({ person }) =>
    person.call(listTickets, { scaled: false, page: 20, descending: false }),
  "what to filter by": ({ person }) => person.call(getFilterOptions, {}),
  "what to filter by, of what an address names": ({ person, destination }) =>
    person.call(getFilterOptions, { chosen: { company_ids: [1, 2], job_destination_ids: [destination] } }),
  "API: search, filtered": ({ person }) => person.call(searchTickets, { scaled: true, take: 5 }),
  "saved filters": ({ person }) => person.call(listSavedFilters, {}),
  "select all that match, see them, act on them": async ({ person }) => {
    await person.call(clearPicked, { sure: "yes" });
    await person.call(pickAllMatching, { sure: "yes", back: "view=available&trip_ticket_priority_ids=1" });
    const { ids } = await person.call(listPicked, {});
    await person.call(pickOnPage, { shown: "1", ids: ids.slice(0, 2) });
    await person.call(showTickets, { ids: ids.slice(0, 5) });
    for (const act of ["assignment", "destination"] as const) await person.call(getBulkActionPage, { act });
    if (ids.length === 0) return;
    const { id } = await person.call(startBulkAction, { act: "priority", trip_ticket_priority_id: 1 });
    await person.call(getBulkRun, { id });
  },
  "API: who may work on a ticket": async ({ person, ticket }) => {
    await person.call(listTicketCutters, { trip_ticket_id: ticket });
    await person.call(listTicketDestinations, { trip_ticket_id: ticket });
  },
  "the one ticket of a number": ({ person, db }) =>
    findOnlyTicketByNumber(
      toReadContext({ db, actor: person.actor, now: new Date(), address: "here" }),
      1001,
    ),
  "API: search by number": ({ person }) => person.call(searchTickets, { trip_ticket_numbers: [1001] }),
  "API: search by job": ({ person, job }) => person.call(searchTickets, { job_ids: [job] }),
  "API: search, deep": ({ person }) => person.call(searchTickets, { skip: 600, take: 100 }),
  "API: all of them": async ({ person }) => {
    const { trip_tickets } = await person.call(searchTickets, { take: -1, trip_ticket_status_ids: [5] });
    for await (const _ticket of trip_tickets);
  },
  "API: a ticket": ({ person, ticket }) => person.call(getTicket, { id: ticket }),
  "API: its history": ({ person, ticket }) => person.call(listTicketAudits, { trip_ticket_id: ticket }),
  "API: its comments": ({ person, ticket }) => person.call(listTicketComments, { trip_ticket_id: ticket }),
  "API: its photos": ({ person, ticket }) => person.call(listTicketPhotos, { trip_ticket_id: ticket }),
  "a ticket's page: history, comments, photos, certifications": ({ person, ticket }) =>
    person.call(getTicketPage, { id: ticket }),
  "the tickets beside one in its list": async ({ person, ticket }) => {
    const { rows } = await person.call(listTickets, {});
    await person.call(getNeighbors, { id: ticket, ids: [...rows.map((row) => row.id), ticket] });
  },
  "a ticket's paper": ({ person, ticket }) => person.call(printTickets, { ids: [ticket] }),
  "a step's page": ({ person, open }) => person.call(getVerbPage, { id: open, verb: "claim" }),
  "job list": ({ person }) => person.call(listJobs, {}),
  "job list, a deep page": ({ person }) => person.call(listJobs, { page: 3 }),
  "job list, of one status": ({ person }) => person.call(listJobs, { status_ids: [2] }),
  "job list, by name": ({ person }) => person.call(listJobs, { name: "Au Train" }),
  "a job's page": ({ person, job }) => person.call(getJob, { id: job }),
  "API: jobs, by contract number": ({ person }) =>
    person.call(searchJobs, { contract_number: "7", take: 10 }),
  "jobs to choose from": ({ person }) => person.call(listJobsForTickets, {}),
  "jobs to choose from, by name": ({ person }) => person.call(listJobsForTickets, { name: "Huron" }),
  "a job's checks": ({ person, job }) => person.call(getJobChecks, { job_id: job }),
  "a job's books of sheets": ({ person, job }) => person.call(listBooks, { job_id: job }),
  "tickets as they are exported": async ({ person, ticket, open, db }) => {
    const actor = person.actor as CompanyActor;
    for await (const _rows of readExportRows({ read: db.read, actor }, [ticket, open]));
  },
  "statements of mills, and which mills there are": ({ person }) => person.call(listStatements, {}),
  "production: trucks and turn times": async ({ person }) => {
    const month = { from: "2026-10-01", to: "2026-10-31" };
    await person.call(getTrucks, month);
    await person.call(getTurnTimes, month);
  },
  "the profile and its sessions": ({ person }) => person.call(getProfile, {}),
  "a job setup: the banner, and the badges of every page": async ({ person, db }) => {
    await person.call(getResumeBanner, {});
    await readPendingCounts(db.read, person.actor, new Date());
  },
  "the company's people": ({ person }) => person.call(listPeople, {}),
  "who of the company did what": async ({ person }) => {
    const person_id = person.actor.user?.id ?? 0;
    for (const query of [
      {},
      { person: person_id },
      { person: ALL_API_KEYS, noun: "photos" },
      { day: "2026-10-01" },
    ] as const)
      await person.call(getCompanyHistory, query);
    const { next } = await person.call(getCompanyHistory, {});
    if (next) await person.call(getCompanyHistory, { before: { at: next.at, id: next.id }, noun: "tickets" });
  },
};

/** Queries of companies that request jobs: forms, their options, and saves. */
export const OFFICE_QUERIES: typeof COMMON_QUERIES = {
  ...PAYER_QUERIES,
  "new ticket: destinations, products, drivers": ({ person, job }) =>
    person.call(newTicketForm, { job_id: job, same_as_last: true }),
  "tickets made in one go": ({ person, ticket }) =>
    person.call(getMadeTickets, { first: ticket, count: 20 }).catch(() => null),
  "certifications to choose from": ({ person, open }) => person.call(getCertificationChoices, { id: open }),
  "a job's sorts with what waits": ({ person, job }) => person.call(getJobSorts, { id: job }),
  "a job's landing": ({ person, job }) => person.call(getLandingPage, { id: job }),
  "a job's history": ({ person, job }) => person.call(getJobHistory, { id: job }),
  "places to send a job's wood to": async ({ person, job }) => {
    await person.call(getDestinationChoices, { id: job });
    await person.call(getDestinationChoices, { id: job, q: "yard" });
  },
  "edit: products and destinations": async ({ person, open }) => {
    for (const box of ["destination", "ticket"] as const) await person.call(getEditPage, { id: open, box });
  },
  "create a ticket": ({ person, job, destination }) =>
    person.send(createTicket, { ...NEW, job_id: job, job_destination_id: destination }, "named-create"),
  "a mill's statement, and the loads that it does not name": async ({ person }) => {
    const [mill] = (await person.call(listStatements, {})).mills;
    const text = "Ticket,Day,Net\n1,2026-11-10,54800\n2,2026-11-16,54800";
    const { id } = await person.call(addStatement, { mill_company_id: mill?.id ?? 0, text });
    const columns = { trip_ticket_number: "Ticket", scaled_on: "Day", net: "Net" };
    await person.call(mapStatement, { statement_id: id, ...columns });
    await person.call(getStatement, { statement_id: id });
  },
  "comment on a ticket": ({ person, open }) =>
    person.call(addComment, { trip_ticket_id: open, content: "On its way." }),
  "change a ticket's status": ({ person, open }) =>
    person.send(moveTicket, { id: open, verb: "yard", version: 2 }, "named-move"),
};
const NEW = { product: "5-746-0", trip_ticket_priority_id: 2, loads: 1 };
