/**
 * The database tests that run on both transports: a file, and a real sqld over HTTP. The results of these tests can
 * depend on the transport: batches and guards, races, versions, the driver's conversion of values and errors, the
 * visibility rule, query plans. Other tests call the same procedures, so they run on a file only; `npx vitest run
 * --project sqld --project sqld-rest` runs all tests on sqld.
 */
export const TESTS_ON_BOTH_TRANSPORTS: Record<string, "all" | string[]> = {
  db: ["client", "landing", "migrate", "reader", "wide-rows", "visibility"],
  "db/large-seed": "all",
  "db/ground": "all",
  "db/plss": "all",
  "db/replica": "all",
  "app/lib/files": ["quota", "commit-upload"],
  "app/modules/history/shared": ["history", "job-rows", "verify"],
  "app/lib/mail": ["outbox"],
  "app/modules/settlements/shared": ["claim-steps"],
  "app/modules/trip-tickets/shared": ["one-load"],
  "app/lib/queue": "all",
  "app/web": ["run-procedure", "session", "idempotency", "sweep"],
  "app/modules/companies/api-keys": "all",
  "app/modules/trip-tickets/bulk": ["bulk"],
  "app/modules/companies": ["companies", "onboarding"],
  "app/modules/companies/merge": "all",
  "app/modules/exports": ["rows", "source"],
  "app/modules/invoices": ["acts", "invoices"],
  "app/modules/jobs/companies": ["invitations"],
  "app/modules/jobs/setup": ["create-job"],
  "app/modules/jobs": ["jobs"],
  "app/modules/people": ["accounts", "join-requests"],
  "app/modules/places": ["access"],
  "app/modules/reconcile": ["reconcile"],
  // Tests about the order of operations in sums are left out: the order follows from the rules on any transport.
  "app/modules/settlements": [
    "acted-for",
    "acts",
    "broken-off",
    "guards",
    "kept-by-database",
    "long",
    "settle",
  ],
  "app/modules/trip-tickets": ["claiming", "journey", "races", "record", "seeing", "undo"],
};

/** Glob patterns of these tests for the test runner. */
export const BOTH_TRANSPORT_PATTERNS = Object.entries(TESTS_ON_BOTH_TRANSPORTS).flatMap(([folder, names]) =>
  names === "all"
    ? [`${folder}/**/*.server.test.ts`]
    : names.map((name) => `${folder}/**/${name}.server.test.ts`),
);
