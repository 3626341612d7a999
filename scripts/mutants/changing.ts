import type { Mutant } from "./mutant";

const TICKETS = "app/features/trip-tickets";
const PERMISSIONS = [`${TICKETS}/permissions.test.ts`];
const LIFE = [`${TICKETS}/lifecycle.test.ts`];
const JOURNEY = [`${TICKETS}/journey.server.test.ts`];
const RACES = [`${TICKETS}/races.server.test.ts`];
const CALLS = ["app/web/perform.server.test.ts"];
const SENT = ["app/web/submissions.server.test.ts"];
const HISTORY = ["app/features/history/history.server.test.ts"];

/** What somebody would change that is not theirs to change, or would write over (decisions, sections 3 to 5). */
export const changing: readonly Mutant[] = [
  {
    name: "procedures: the crew's flag is not asked",
    file: "app/web/perform.server.ts",
    find: "if (procedure.may && !may(actor.permissions, procedure.may))",
    put: "if (false)",
    tests: [...CALLS, ...JOURNEY],
  },
  {
    name: "procedures: a company's are open to who acts for none",
    file: "app/web/perform.server.ts",
    find: 'if (audience === "company" ? !actor.company : !actor.user) throw missing();',
    put: "",
    tests: CALLS,
    title: "is told to nobody else",
  },
  {
    name: "tickets: a field is saved whatever can_edit says",
    file: `${TICKETS}/update.server.ts`,
    find: "value !== undefined && !isOpen(ticket, name)",
    put: "false",
    tests: JOURNEY,
    title: "each column of can_edit edits its own and nothing else",
  },
  {
    name: "can_edit: a hauler changes the certification",
    file: `${TICKETS}/permissions.ts`,
    find: 'certification: { office: "always" }',
    put: 'certification: { office: "always", hauler: "always" }',
    tests: PERMISSIONS,
  },
  {
    name: "can_edit: everything stays open after completion",
    file: `${TICKETS}/permissions.ts`,
    find: "if (status === STATUS.completed && !AFTER_COMPLETION.has(field)) return false;",
    put: "",
    tests: PERMISSIONS,
  },
  {
    name: "can_edit: a paid load's volume and times stay open",
    file: `${TICKETS}/permissions.ts`,
    find: "if (facts.settlementPaid && LOCKED_WHEN_PAID.has(field)) return false;",
    put: "",
    tests: [...PERMISSIONS, ...JOURNEY],
  },
  {
    name: "life cycle: everybody on a ticket takes every step",
    file: `${TICKETS}/lifecycle.ts`,
    find: "if (!rule.who.some(",
    put: "if (false && !rule.who.some(",
    tests: LIFE,
    title: "exactly those whom the table names",
  },
  {
    name: "life cycle: a paid ticket is reopened",
    file: `${TICKETS}/lifecycle.ts`,
    find: 'if (rule.verb === "reopening" && facts.settlementPaid)',
    put: "if (false)",
    tests: LIFE,
    title: "a paid settlement closes a completed ticket for good",
  },
  {
    name: "creating: a ticket is made on a job that one does not see",
    file: `${TICKETS}/new-ticket.server.ts`,
    find: "and(eq(job.id, jobId), jobsVisibleTo(ctx.actor))",
    put: "eq(job.id, jobId)",
    tests: JOURNEY,
    title: "a hauler's ticket is claimed by itself",
  },
  {
    name: "commit: a step that misses lets the others through",
    file: "app/web/commit.server.ts",
    find: "step.mustHit ? [statementOf(step.build), GUARD] : [statementOf(step.build)]",
    put: "[statementOf(step.build)]",
    tests: ["db/client.server.test.ts"],
    title: "a step that must hit and misses undoes the whole commit",
  },
  {
    name: "commit: the database's guard lets everything pass",
    file: "db/derived.sql",
    find: "WHERE NEW.hit IS NOT 1",
    put: "WHERE 0",
    tests: ["db/client.server.test.ts"],
    title: "a step that must hit and misses undoes the whole commit",
  },
  {
    name: "versions: a ticket changed meanwhile is written over",
    file: `${TICKETS}/write.server.ts`,
    find: ".where(and(eq(tripTicket.id, ticket.row.trip_ticket.id), eq(tripTicket.version, version - 1)))",
    put: ".where(eq(tripTicket.id, ticket.row.trip_ticket.id))",
    tests: RACES,
    title: "a ticket that another has changed meanwhile is not written over",
  },
  {
    name: "versions: a comment changed meanwhile is written over",
    file: "app/features/comments/comment-steps.server.ts",
    find: "and(eq(comment.id, row.id), eq(comment.version, row.version))",
    put: "eq(comment.id, row.id)",
    tests: RACES,
    title: "a comment changed on another device",
  },
  {
    name: "versions: a photo is removed twice",
    file: "app/features/photos/photo-steps.server.ts",
    find: "and(eq(photo.id, row.id), eq(photo.version, version - 1), eq(photo.is_deleted, false))",
    put: "eq(photo.id, row.id)",
    tests: RACES,
    title: "a photo that has gone is gone",
  },
  {
    name: "submissions: other answers under a spent id get the first outcome",
    file: "app/web/submissions.server.ts",
    find: "spent.body_hash === bodyHash && spent.route === sent.route",
    put: "true",
    tests: SENT,
    title: "the same id with other answers",
  },
  {
    name: "submissions: a body is carried out twice",
    file: "app/web/commit.server.ts",
    find: " AND outcome IS NULL",
    put: "",
    tests: SENT,
    title: "is not carried out a second time",
  },
  {
    name: "history: a rewritten entry passes for a true one",
    file: "app/features/history/history.server.ts",
    find: " || entry.hash !== hashOf(prev, entry)",
    put: "",
    tests: HISTORY,
    title: "whoever gets past the database is found out by the chain",
  },
  {
    name: "history: the database lets it be rewritten",
    file: "db/derived.sql",
    find: "  SELECT RAISE(ABORT, 'CHECK constraint failed: history is not rewritten');",
    put: "  SELECT 1;",
    tests: HISTORY,
    title: "the database refuses to rewrite history",
  },
];
