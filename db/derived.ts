/** Files of the data that the database itself maintains, in order of execution. */
export const DERIVED_FILES = [
  "derived.sql",
  "derived-deliveries.sql",
  "derived-late.sql",
  "derived-jobs.sql",
  "derived-search.sql",
  "derived-settlements.sql",
  "derived-invoices.sql",
] as const;

/** Statements in these files' texts in order, without their comments. */
export const splitStatements = (texts: readonly string[]): string[] =>
  texts
    .join("\n--;\n")
    .split(/^--;$/m)
    .map((part) => part.replace(/^--.*$/gm, "").trim())
    .filter(Boolean);

const CREATES = /^CREATE (?:VIEW|TRIGGER) /;

/** Return a view or trigger statement without differences in wrapping and indentation. */
const plain = (statement: string) => statement.replace(/\s+/g, " ").replace(/ ?;? ?$/, "");

/** Views and triggers that the statements create, one line each, sorted. Migrations create none. */
export const viewsAndTriggers = (statements: readonly string[]): string[] =>
  statements
    .map(plain)
    .filter((statement) => CREATES.test(statement))
    .sort();
