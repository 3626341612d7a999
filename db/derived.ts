/** The files of what the database itself keeps, in the order in which they are carried out. */
export const DERIVED_FILES = [
  "derived.sql",
  "derived-deliveries.sql",
  "derived-late.sql",
  "derived-jobs.sql",
  "derived-words.sql",
  "derived-settlements.sql",
  "derived-invoices.sql",
] as const;

/** The statements of these files' texts in order, without their comments. */
export const splitStatements = (texts: readonly string[]): string[] =>
  texts
    .join("\n--;\n")
    .split(/^--;$/m)
    .map((part) => part.replace(/^--.*$/gm, "").trim())
    .filter(Boolean);

const CREATES = /^CREATE (?:VIEW|TRIGGER) /;

/** A view or trigger as it is written, however it is wrapped and indented. */
const plain = (statement: string) => statement.replace(/\s+/g, " ").replace(/ ?;? ?$/, "");

/** The views and triggers that some statements make, each in one line, sorted. Migrations make none. */
export const viewsAndTriggers = (statements: readonly string[]): string[] =>
  statements
    .map(plain)
    .filter((statement) => CREATES.test(statement))
    .sort();
