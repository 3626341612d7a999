/** Modules that child processes use to read files (`isolated`), by path below `app/`, as tasks name them. */
export const ISOLATED_MODULES = [
  "features/maps/areas.server.ts",
  "features/reconcile/read-statement.server.ts",
];
