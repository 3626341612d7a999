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
    name: "files: bytes go although their row may stand",
    file: "app/features/files/settle.server.ts",
    find: "if (isUndone(error)) ",
    put: "",
    tests: ["app/features/files/settle.server.test.ts"],
    title: "of which nobody knows whether it was saved keeps its bytes",
  },
  {
    name: "areas: a shapefile's tables are taken at their word",
    file: "app/features/maps/areas.server.ts",
    find: "  checkRecords(shp);\n",
    put: "",
    tests: ["app/features/maps/areas.server.test.ts"],
    title: "whose parts name the same points over and over",
  },
  {
    name: "sheets: a contractor takes numbers without end",
    file: `${SHEETS}/sheets.server.ts`,
    find: "waiting + sheets > MOST_WAITING",
    put: "false",
    tests: [`${SHEETS}/sheets.server.test.ts`],
    title: "so many sheets of a company may wait on a job",
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
    title: "is accepted once however often it is sent",
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
];
