/**
 * Import rules of the program, for `npm run check:architecture`: each layer imports only from those below it, and no
 * file imports its way around to itself. https://github.com/sverweij/dependency-cruiser has the format.
 */
const ROUTES = "^app/(api/routes|modules/.+/routes)/";
/** What one module offers the others: rules (pure) and everything in `shared`. */
const PUBLIC = "^app/modules/.+/(rules|shared)/";
/** Programs of their own, which may import the whole app: commands, the demo, the large data set, helpers of tests. */
const PROGRAMS = "^db/(scripts|demo|large-seed)/|^db/factories[.]ts$";
const TESTING = "/testing/";
const inModule = (layer) => `^app/modules/.+/${layer}/`;

const layer = (name, path, below, { except = [], ...to } = {}) => ({
  name: `${name}-imports-down`,
  severity: "error",
  from: { path, pathNot: [TESTING, ...except] },
  to: { path: "^(app|db|server)/", pathNot: [path, "^app/styles/", ...below], ...to },
});

/** Inside a module: rules are pure, data does not know pages or components, components do not know pages. */
const inside = (from, forbidden) => ({
  name: `${from}-know-no-${forbidden.join("-")}`,
  severity: "error",
  from: { path: inModule(from), pathNot: TESTING },
  to: { path: inModule(`(${forbidden.join("|")})`), dependencyTypesNot: ["type-only"] },
});

export default {
  forbidden: [
    {
      name: "modules-meet-in-rules-and-shared",
      severity: "error",
      from: { path: "^app/modules/([^/]+)/", pathNot: TESTING },
      to: { path: "^app/modules/", pathNot: ["^app/modules/$1/", PUBLIC], dependencyTypesNot: ["type-only"] },
    },
    inside("rules", ["data", "shared", "ui", "routes"]),
    inside("data", ["ui", "routes"]),
    inside("ui", ["routes"]),
    inside("shared", ["routes"]),
    layer("api", "^app/api/", ["^app/(modules|lib|web|ui)/", "^db/"], { except: [ROUTES] }),
    // The menu, the tabs and the breadcrumbs (`app/*.ts`) are put together of all modules, and shown by their frames.
    layer("modules", "^app/modules/", ["^app/(api/|lib/|web/|ui/|sandbox/|[^/]+$)", "^db/"]),
    layer("ui", "^app/ui/", ["^app/(lib|web)/", inModule("rules")]),
    // The route matcher knows the addresses of all pages, which the build collects from the modules.
    layer("web", "^app/web/", ["^app/(lib|sandbox)/", "^db/", inModule("rules")], {
      except: ["^app/web/page-routes[.]ts$"],
    }),
    layer("sandbox", "^app/sandbox/", ["^app/(web|lib)/", inModule("rules")]),
    layer("client", "^app/client/", ["^app/lib/", inModule("rules")]),
    layer("lib", "^app/lib/", ["^app/(web|ui|sandbox)/", "^db/"]),
    layer("db", "^db/", ["^app/lib/", inModule("rules")], { except: [PROGRAMS] }),
    // The server is given the built app, and knows only its types.
    layer("server", "^server/", ["^app/lib/", inModule("rules")], { dependencyTypesNot: ["type-only"] }),
    {
      name: "routes-are-imported-by-nobody",
      severity: "error",
      from: { path: "^app/", pathNot: ["^app/[^/]+$", ROUTES, TESTING] },
      to: { path: ROUTES, pathNot: "^app/api/routes/[^/]+$", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "no-test-helpers-in-the-program",
      severity: "error",
      from: { path: "^(app|db|server)/", pathNot: [TESTING, PROGRAMS] },
      to: { path: TESTING },
    },
    {
      // Types are gone at run time, and a part that is loaded later (`import()`) may use what loaded it.
      name: "no-cycles",
      severity: "error",
      // Tables refer to each other: a company has people, and a person a company.
      from: { pathNot: "^db/schema/" },
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only", "dynamic-import"] } },
    },
  ],
  options: {
    includeOnly: "^(app|db|server)/",
    exclude: "[.]test[.]tsx?$",
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    skipAnalysisNotInRules: true,
  },
};
