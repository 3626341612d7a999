/** SQL files for the data that the database itself maintains, in the order of execution. */
export const DERIVED_FILES = [
  "derived.sql",
  "derived-deliveries.sql",
  "derived-late.sql",
  "derived-jobs.sql",
  "derived-search.sql",
  "derived-settlements.sql",
  "derived-invoices.sql",
] as const;

/** Return the statements in these files' texts, in order and without comments. */
export const splitStatements = (texts: readonly string[]): string[] =>
  texts
    .join("\n--;\n")
    .split(/^--;$/m)
    .map((part) => part.replace(/^--.*$/gm, "").trim())
    .filter(Boolean);

const CREATES = /^CREATE (?:VIEW|TRIGGER) /;

/** Return the statement of a view or trigger with uniform whitespace. */
const plain = (statement: string) => statement.replace(/\s+/g, " ").replace(/ ?;? ?$/, "");

/** Return the views and triggers that these statements create, one line each, sorted. Migrations create none. */
export const listViewsAndTriggers = (statements: readonly string[]): string[] =>
  statements
    .map(plain)
    .filter((statement) => CREATES.test(statement))
    .sort();
