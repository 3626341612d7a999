/**
 * Import rules of the program, for `npm run check:architecture`: each layer imports only from those below it, and no
 * module imports its way around to itself. https://github.com/sverweij/dependency-cruiser has the format.
 */
const PAGES = "^app/(api/routes|features/[^/]+/pages)/";
/** Programs of their own, which may import the whole app: commands, the demo, the large data set, helpers of tests. */
const PROGRAMS = "^db/(scripts|demo|large-seed)/|^db/factories[.]ts$";
const TESTING = "/testing/";
/** What everything may import: helpers without any knowledge of the product, and styles. */
const BOTTOM = "^app/(lib|styles)/";

const layer = (name, path, below, { except = [], ...to } = {}) => ({
  name: `${name}-imports-down`,
  severity: "error",
  from: { path, pathNot: [TESTING, ...except] },
  to: { path: "^(app|db|server)/", pathNot: [path, BOTTOM, ...below], ...to },
});

export default {
  forbidden: [
    // Pages also show what is put together of all features: the menu, tabs, breadcrumbs (`app/*.ts`).
    layer("pages", PAGES, ["^app/[^/]+$", "^app/(api|features|core|web|ui|domain|sandbox)/", "^db/"]),
    layer("api", "^app/api/", ["^app/(features|core|web|ui|domain)/", "^db/"], { except: [PAGES] }),
    layer("features", "^app/features/", ["^app/(core|web|ui|domain|sandbox)/", "^db/"], {
      // A job's tabs are picked from the addresses of all pages, which the build collects from the features.
      except: [PAGES, "^app/features/jobs/tabs[.]ts$"],
    }),
    layer("core", "^app/core/", ["^app/(web|ui|domain|sandbox)/", "^db/"]),
    layer("ui", "^app/ui/", ["^app/(web|domain)/"]),
    // The route matcher knows the addresses of all pages, which the build collects from the features.
    layer("web", "^app/web/", ["^app/(domain|sandbox)/", "^db/"], { except: ["^app/web/page-routes[.]ts$"] }),
    layer("sandbox", "^app/sandbox/", ["^app/(web|domain)/"]),
    layer("client", "^app/client/", ["^app/domain/"]),
    layer("domain", "^app/domain/", []),
    layer("lib", "^app/lib/", []),
    layer("db", "^db/", ["^app/domain/"], { except: [PROGRAMS] }),
    // The server is given the built app, and knows only its types.
    layer("server", "^server/", ["^app/domain/"], { dependencyTypesNot: ["type-only"] }),
    {
      name: "pages-are-imported-by-routes-only",
      severity: "error",
      from: { path: "^app/", pathNot: ["^app/[^/]+$", PAGES, TESTING] },
      to: { path: PAGES, pathNot: "^app/api/routes/[^/]+$" },
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
