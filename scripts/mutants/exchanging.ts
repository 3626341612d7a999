import type { Mutant } from "./mutant";

const EXPORTS = "app/features/exports";
const RECONCILE = "app/features/reconcile";
const SHEETS = "app/features/sheets";

/** What would leave the company, or come back into it, that must not. */
export const exchanging: readonly Mutant[] = [
  {
    name: "exports: a formula reaches the spreadsheet program",
    file: `${EXPORTS}/write-csv.server.ts`,
    find: "escape_formulas: true",
    put: "escape_formulas: false",
    tests: [`${EXPORTS}/exports.server.test.ts`],
    title: "nothing in CSV or spreadsheet is a formula",
  },
  {
    name: "exports: somebody else's tickets are written",
    file: `${EXPORTS}/rows.server.ts`,
    find: ' AND ${ticketsVisibleToCompany(sql.placeholder("me"))}',
    put: "",
    tests: [`${EXPORTS}/rows.server.test.ts`],
    title: "rows are those that the reader sees",
  },
  {
    name: "exports: anybody's run is fetched",
    file: `${EXPORTS}/exports.server.ts`,
    find: "    eq(exportRun.company_id, ctx.actor.company.id),\n",
    put: "",
    tests: [`${EXPORTS}/exports.server.test.ts`],
    title: "is its beginner's alone",
  },
  {
    name: "exports: no subscription is asked for",
    file: `${EXPORTS}/access.server.ts`,
    find: "if (!(await mayExport(ctx)))",
    put: "if (false)",
    tests: [`${EXPORTS}/exports.server.test.ts`],
    title: "without the feature there is a premium page",
  },
  {
    name: "statements: anybody's statement is read",
    file: `${RECONCILE}/own.server.ts`,
    find: ", eq(millStatement.company_id, ctx.actor.company.id)",
    put: "",
    tests: [`${RECONCILE}/reconcile.server.test.ts`],
    title: "another company has no such statement",
  },
  {
    name: "statements: a line is accepted twice",
    file: `${RECONCILE}/accept.server.ts`,
    find: "    isNull(millStatementLine.accepted_at),\n",
    put: "",
    tests: [`${RECONCILE}/reconcile.server.test.ts`],
    title: "accepts at the same moment is written once",
  },
  {
    name: "sheets: two tickets take one sheet's numbers",
    file: "app/features/trip-tickets/create.server.ts",
    find: "isNull(blankSheet.trip_ticket_id), ",
    put: "",
    tests: [`${SHEETS}/sheets.server.test.ts`],
    title: "a sheet gives its numbers to one ticket",
  },
  {
    name: "sheets: whoever guesses a sheet's id claims it",
    file: `${SHEETS}/sheets.server.ts`,
    find: '!signatureHolds("sheet", id, sig)',
    put: "false",
    tests: [`${SHEETS}/sheets.server.test.ts`],
    title: "without it a hauler knows of no sheet",
  },
  {
    name: "checks: a gap is told to everybody",
    file: "app/features/checks/checks.server.ts",
    find: "office ? readNumbers(ctx, job_id) : null",
    put: "readNumbers(ctx, job_id)",
    tests: [`${SHEETS}/sheets.server.test.ts`],
    title: "a gap is told to the office alone",
  },
  {
    name: "statements: a mill is told of a job's other mills",
    file: `${RECONCILE}/candidates.server.ts`,
    find: "${jobsWorkedOn(ctx.actor)} AND ",
    put: "",
    tests: [`${RECONCILE}/reconcile.server.test.ts`],
    title: "a mill is told of itself alone",
  },
  {
    name: "statements: a mapping that overtakes what was told is accepted",
    file: `${RECONCILE}/accept.server.ts`,
    find: " AND s.mapped_at = ${input.mapped_at}",
    put: "",
    tests: [`${RECONCILE}/reconcile.server.test.ts`],
    title: "between the reading of a line and its acceptance stops it",
  },
  {
    name: "statements: a load is taken for another, although its scale ticket was told",
    file: `${RECONCILE}/matching.ts`,
    find: "!scaleTicketsDiffer(line, c) && ",
    put: "",
    tests: [`${RECONCILE}/reconcile.server.test.ts`],
    title: "does not take the place of the first",
  },
  {
    name: "exports: no ids are told to be all",
    file: `${EXPORTS}/source.server.ts`,
    find: "return trip_ticket_ids ? {",
    put: "return trip_ticket_ids?.length ? {",
    tests: [`${EXPORTS}/source.server.test.ts`],
    title: "is of no ticket and not of all",
  },
];
