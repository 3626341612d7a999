/** A code pattern that is no longer used, with its replacement. */
export type OutdatedForm = {
  name: string;
  pattern: RegExp;
  instead: string;
  /** Files to search for the pattern, if not all. */
  within?: RegExp;
  allowed?: readonly string[];
};

export const OUTDATED_FORMS: readonly OutdatedForm[] = [
  {
    name: "SQL cast to a number",
    pattern: /\bas unknown as number\b/,
    instead: "drizzle takes SQL for a column; type a parameter as RowId (db/inserted-id.ts)",
  },
  {
    name: "a partial context cast to a whole one",
    pattern: /\b(ctx|actor|reader)\b[^\n"`]{0,40} as never\b|\} as Ctx\b|\bctx as Ctx\b/,
    instead: "take `Reading`, or the part of the context that is used (app/web/procedure.ts)",
  },
  {
    name: "the newest row, written by hand",
    pattern: /SELECT max\(id\) FROM/i,
    instead: "selectInsertedId(table)",
    // These files read a version from a growing table, not the id of a row that their batch inserted.
    allowed: ["db/inserted-id.ts", "app/web/saved-by.server.ts", "e2e/edge/support/soak.ts"],
  },
  {
    name: "a status by its number",
    pattern:
      /\b(trip_ticket|job)_status(_id)?\}?\s*(={1,3}|<>|!={1,2}|IN|NOT IN)\s*[[(]?\d|\bc\.status\s*(=|<>|IN)\s*\(?\d/i,
    instead: "STATUS and status-sql.server.ts for tickets, JOB_STATUS for jobs",
  },
  {
    name: "the version that was read, worked out by hand",
    pattern: /if \(.*\bversion !== .*version [-+] 1\) throw staleVersion/,
    instead:
      "requireVersion(row, sent, current) and updateWithVersion(ctx, table, row, patch) (app/web/revise.server.ts)",
    allowed: ["app/web/revise.server.ts"],
  },
  {
    name: "who is on a job, written by hand",
    pattern:
      /(isNull\(jobCompany\.(declined|removed)_at|jobCompany\.(declined|removed)_at\} IS NULL|\bdeclined_at IS NULL)/,
    instead: "the views job_membership and job_party (db/derived.sql, db/views.ts)",
  },
  {
    name: "a yes that a form's reader doesn't take for one",
    pattern: /\bvalue="true"(?!-)/,
    instead: 'value="on", as a tick is sent: anything else is refused where the input is a boolean',
  },
  {
    name: "what outlives a request, and isn't forgotten between two tests",
    pattern: /^(export )?(let \w+|const \w+(: [^=]+)? = new (Map|Set)(<.*>)?\(\);)/,
    instead: "resettable(store), lazy(make) or onReset(forget) (app/lib/process-state.ts)",
    within: /^(app|db)\/.*\.server\.ts$/,
    allowed: [
      // These files define their own reset.
      "app/lib/mail/senders.server.ts",
      "app/lib/mail/watch.server.ts",
      "app/modules/billing/shared/pull-clock.server.ts",
      "app/lib/queue/waking.server.ts",
      "db/client.server.ts",
      // These values stay the same while the program runs, or are numbers that are never reused.
      "app/lib/basemap/land.server.ts",
      "app/lib/basemap/towns.server.ts",
      "app/lib/queue/runner.server.ts",
      "app/modules/exports/data/rows.server.ts",
      "app/modules/people/data/accounts.server.ts",
      "app/sandbox/run.server.ts",
    ],
  },
  {
    name: "a route of bytes whose refusal is shown as JSON",
    pattern: /^export (async function loader|const loader = (?!createFileLoader|\(\) => redirect))/,
    instead: "createFileLoader(load), whose refusals are pages",
    within: /^app\/modules\/.+\/routes\/[^/]+\.ts$/,
  },
];
