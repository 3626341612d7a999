/**
 * No feature, and no folder of the core, imports its way around to itself; pages, which show several features, and tests
 * don't count.
 */
export default {
  forbidden: [
    {
      name: "no-cycles-of-features",
      severity: "error",
      scope: "folder",
      from: { path: "^app/(features|core)/[^/]+$" },
      to: { circular: true },
    },
  ],
  options: {
    includeOnly: "^app/(features|core)/",
    exclude: "/(pages|testing)/|[.]test[.]tsx?$",
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    skipAnalysisNotInRules: true,
  },
};
