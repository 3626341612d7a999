/** Modules that child processes use to read files (`isolated`), by path below `app/`, as tasks name them. */
export const ISOLATED_MODULES = [
  "modules/maps/data/areas.server.ts",
  "modules/reconcile/shared/read-statement.server.ts",
];
