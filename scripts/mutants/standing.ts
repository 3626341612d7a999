import type { Mutant } from "./mutant";

const FORMS = ["app/web/form.server.test.ts"];
const INPUTS = ["app/web/inputs.test.ts"];
const BODIES = ["server/connections.test.ts"];

const REVISITS = ["server/revisits.test.ts"];

/** What keeps one request from stopping the server for everybody. */
export const standing: readonly Mutant[] = [
  {
    name: "gate: a list is as long as its index says",
    file: "app/domain/http/form-gate.ts",
    find: " && Number(index) <= limits.index)",
    put: ")",
    tests: FORMS,
  },
  {
    name: "gate: a form has as many answers as it likes",
    file: "app/web/form.server.ts",
    find: "  checkCount(body, limits);\n  const entries = [...new URLSearchParams(body.toString())];\n  checkForm(entries, limits);",
    put: "  const entries = [...new URLSearchParams(body.toString())];",
    tests: FORMS,
  },
  {
    name: "gate: an intent may be any",
    file: "app/domain/http/form-gate.ts",
    find: 'if (name === "__intent__" && !isIntent(value, limits)) throw',
    put: "if (false as boolean) throw",
    tests: FORMS,
    title: "the team's form has two buttons of its own",
  },
  {
    name: "kept pages: anyone who asks is told that nothing has changed",
    file: "server/revisits.ts",
    find: "const asked = [req.originalUrl, cookie,",
    put: "const asked = [req.originalUrl,",
    tests: REVISITS,
    title: "is made again by each thing that it depends on",
  },
  {
    name: "kept pages: one whose session has ended is told that nothing has changed",
    file: "server/revisits.ts",
    find: "      if (who) {\n",
    put: "      if (who !== undefined) {\n",
    tests: REVISITS,
    title: "is made again by each thing that it depends on",
  },
  {
    name: "kept pages: what changed in the database is not asked",
    file: "server/revisits.ts",
    find: "before.version === seen && ",
    put: "",
    tests: REVISITS,
    title: "is made again by each thing that it depends on",
  },
  {
    name: "kept pages: a right that was taken away is not asked",
    file: "server/revisits.ts",
    find: "const [at, seen] = [now(), version()];",
    put: "const [at, seen] = [now(), version() === null ? null : 1];",
    tests: ["server/revisit-rights.server.test.ts"],
    title: "a right that is taken away between two looks",
  },
  {
    name: "kept answers: what changed in the database is not asked",
    file: "app/web/unchanged.server.ts",
    find: "found?.version === version",
    put: "found",
    tests: ["app/web/unchanged.server.test.ts"],
    title: "an answer is given again while nothing has changed",
  },
  {
    name: "kept answers: anyone who asks is given another one's",
    file: "app/web/unchanged.server.ts",
    find: "JSON.stringify([actor, question])",
    put: "JSON.stringify([actor.company?.id, question])",
    tests: ["app/web/unchanged.server.test.ts", "app/features/maps/kept-map.server.test.ts"],
    title: "it is nobody else's",
  },
  {
    name: "kept pages: pages of money are kept",
    file: "server/revisits.ts",
    find: "admin|settlements|",
    put: "admin|",
    tests: REVISITS,
    title: "holds nothing of money",
  },
  {
    name: "gate: a boundary of any length is looked for",
    file: "app/web/form.server.ts",
    find: '  if (!BOUNDARY.test(type)) throw new UnreadableForm("no boundary");\n',
    put: "",
    tests: FORMS,
    title: "parts that break off",
  },
  {
    name: "texts: a pattern looks at one that is too long",
    file: "app/domain/text/input.ts",
    find: "  abort: true,\n",
    put: "",
    tests: INPUTS,
    title: "every text has an end",
  },
  {
    name: "bodies: as many at once as one likes",
    file: "server/connections.ts",
    find: "if (now > limits.atOnce) {",
    put: "if (now > 1e9) {",
    tests: BODIES,
    title: "limits bodies at once",
  },
  {
    name: "bodies: one that drips is waited for",
    file: "server/connections.ts",
    find: "if (at - start < limits.whole(bytes) && at",
    put: "if (at",
    tests: BODIES,
    title: "one byte now and then",
  },
];
