/**
 * The database tests that run on both transports: a file, and a real sqld over HTTP. They are the ones whose result can
 * depend on the transport: batches and their guards, races, versions, the driver's conversion of values and errors, the
 * visibility rule, and query plans. The others call the same procedures, so they run on a file; `npx vitest run
 * --project sqld --project sqld-rest` runs all of them on sqld.
 */
export const ON_BOTH: Record<string, "all" | string[]> = {
  db: ["client", "landing", "migrate", "reader", "wide-rows", "visibility"],
  "db/large-seed": "all",
  "db/ground": "all",
  "db/plss": "all",
  "db/replica": "all",
  "app/core/files": ["quota", "commit-upload"],
  "app/core/history": ["history", "job-rows", "verify"],
  "app/core/mail-queue": ["outbox"],
  "app/core/settlements": ["claim-steps"],
  "app/core/tickets": "all",
  "app/core/queue": "all",
  "app/web": ["run-procedure", "session", "idempotency", "sweep"],
  "app/features/api-keys": "all",
  "app/features/bulk": ["bulk"],
  "app/features/companies": ["companies", "onboarding"],
  "app/features/company-merge": "all",
  "app/features/exports": ["rows", "source"],
  "app/features/invoices": ["acts", "invoices"],
  "app/features/job-companies": ["invitations"],
  "app/features/job-setup": ["create-job"],
  "app/features/jobs": ["jobs"],
  "app/features/people": ["accounts", "join-requests"],
  "app/features/places": ["access"],
  "app/features/reconcile": ["reconcile"],
  // The order of acts within sums follows from the rules, whatever the transport.
  "app/features/settlements": [
    "acted-for",
    "acts",
    "broken-off",
    "guards",
    "kept-by-database",
    "long",
    "settle",
  ],
  "app/features/trip-tickets": ["claiming", "journey", "races", "record", "seeing", "undo"],
};

/** The same as patterns for the test runner. */
export const patternsOnBoth = Object.entries(ON_BOTH).flatMap(([folder, names]) =>
  names === "all" ? [`${folder}/*.server.test.ts`] : names.map((name) => `${folder}/${name}.server.test.ts`),
);
