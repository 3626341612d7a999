import type { Mutant } from "./mutant";

const TICKETS = "app/features/trip-tickets";
const SEEING = [`${TICKETS}/seeing.server.test.ts`];
const JOBS = ["app/features/jobs/jobs.server.test.ts"];
const RULE = ["db/visibility.server.test.ts"];
const PAPER = [`${TICKETS}/paper.server.test.ts`];
const RACES = [`${TICKETS}/races.server.test.ts`];

/** What a company would see that is not its to see (decisions, section 2). */
export const seeing: readonly Mutant[] = [
  {
    name: "tickets: any reader's place opens them to everybody",
    file: `${TICKETS}/access.server.ts`,
    find: "tc.company_id = ${id} AND ",
    put: "",
    tests: [`${TICKETS}/journey.server.test.ts`],
    title: "a rival is told nothing of a ticket",
  },
  {
    name: "tickets: one is opened by its number alone",
    file: `${TICKETS}/ticket-row.server.ts`,
    find: 'and(eq(tripTicket.id, sql.placeholder("id")), ticketsVisibleToCompany(sql.placeholder("company")))',
    put: 'eq(tripTicket.id, sql.placeholder("id"))',
    tests: SEEING,
    title: "a hauler of the job does not see what another hauler carries",
  },
  {
    name: "tickets: the print takes any that are named",
    file: `${TICKETS}/paper.server.ts`,
    find: "and(inArray(tripTicket.id, ids), ticketsVisibleTo(ctx.actor))",
    put: "inArray(tripTicket.id, ids)",
    tests: SEEING,
    title: "those of others are left out of the print",
  },
  {
    name: "tickets: the list shows every company's",
    file: `${TICKETS}/ticket-ids.server.ts`,
    find: "c.company_id = ${ME} AND +c.status",
    put: "+c.status",
    tests: SEEING,
    title: "nothing of another company's stands in a rival's lists",
  },
  {
    name: "tickets: a search for one number opens another company's",
    file: `${TICKETS}/list.server.ts`,
    find: "and(eq(tripTicket.trip_ticket_number, number), ticketsVisibleTo(ctx.actor))",
    put: "eq(tripTicket.trip_ticket_number, number)",
    tests: SEEING,
    title: "nothing of another company's stands in a rival's lists",
  },
  {
    name: "rule: an invited company sees tickets before it accepts",
    file: "db/derived.sql",
    find: "jc.accepted_at IS NOT NULL AND ",
    put: "",
    tests: SEEING,
    title: "a company that is only invited sees no tickets",
  },
  {
    name: "rule: a hauler of the job sees loads that others carry",
    file: "db/derived.sql",
    find: "(jc.is_hauler AND t.trip_ticket_status_id IN (6, 7))",
    put: "jc.is_hauler",
    tests: SEEING,
    title: "a hauler of the job does not see what another hauler carries",
  },
  {
    name: "rule: who leaves a job keeps its place in the stored readers",
    file: "db/derived.sql",
    find: "CREATE TRIGGER job_company_readers_update AFTER UPDATE ON job_company\nBEGIN\n  DELETE FROM ticket_company\n   WHERE company_id",
    put: "CREATE TRIGGER job_company_readers_update AFTER UPDATE ON job_company\nBEGIN\n  DELETE FROM ticket_company\n   WHERE 0 AND company_id",
    tests: RULE,
    title: "after two thousand random acts",
  },
  {
    name: "jobs: any company's place opens them to everybody",
    file: "app/features/jobs/access.server.ts",
    find: "r.job_id = ${job.id} AND r.company_id = ${actor.company.id}",
    put: "r.job_id = ${job.id}",
    tests: JOBS,
    title: "and by nobody else",
  },
  {
    name: "jobs: the list shows everybody's",
    file: "app/features/jobs/access.server.ts",
    find: " WHERE r.company_id = ${actor.company.id})",
    put: ")",
    tests: JOBS,
  },
  {
    name: "jobs: an invited company reads the history",
    file: "app/features/jobs/jobs.server.ts",
    find: "isRequester || Boolean(mine?.accepted_at)",
    put: "isRequester || Boolean(mine)",
    tests: JOBS,
    title: "an invited company sees the work, not the history",
  },
  {
    name: "prices: every contract on the job is read by everybody on it",
    file: `${TICKETS}/record.server.ts`,
    find: "AND (${jobCompany.company_id} = ${ME} OR",
    put: "AND (1 OR",
    tests: [`${TICKETS}/api.server.test.ts`],
    title: "each reader sees contracts of its own alone",
  },
  {
    name: "API: a search within jobs or numbers finds every company's",
    file: `${TICKETS}/ticket-ids.server.ts`,
    find: "EXISTS (SELECT 1 FROM ticket_company c WHERE c.company_id = ${ME} AND ",
    put: "EXISTS (SELECT 1 FROM ticket_company c WHERE ",
    tests: [`${TICKETS}/api.server.test.ts`],
    title: "all of them, more than fit into one read",
  },
  {
    name: "comments: one is reached through any ticket",
    file: "app/features/comments/comments.server.ts",
    find: "eq(comment.trip_ticket_id, ticketId), ",
    put: "",
    tests: RACES,
    title: "a comment or photo is reached through its own ticket alone",
  },
  {
    name: "paper: whoever guesses an id is told of the load",
    file: `${TICKETS}/paper.server.ts`,
    find: 'if (!signatureHolds("trip-ticket", id, sig)) throw missing();',
    put: "",
    tests: PAPER,
    title: "is told nothing without the sheet's own signature",
  },
  {
    name: "paper: a signature is taken by its key's name",
    file: `${TICKETS}/qr.server.ts`,
    find: "right.length === given.length && timingSafeEqual(right, given)",
    put: "given.toString().startsWith(key.kid)",
    tests: PAPER,
    title: "holds for its own ticket alone",
  },
];
