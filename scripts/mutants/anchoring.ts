import type { Mutant } from "./mutant";

const ANCHORS = ["app/core/anchors/anchors.server.test.ts"];

/** What proves to a stranger that no history was cut off. */
export const anchoring: readonly Mutant[] = [
  {
    name: "anchors: a chain's end is cut off and nobody can tell which",
    file: "app/core/anchors/verify.server.ts",
    find: "  await compareHeads(read, say);\n",
    put: "",
    tests: ANCHORS,
    title: "a chain that was cut off at its end",
  },
  {
    name: "anchors: an end is cut off, and its name wiped",
    file: "app/core/anchors/verify.server.ts",
    find: "  if (entries !== line.entries)\n",
    put: "  if (false)\n",
    tests: ANCHORS,
    title: "a chain that was cut off at its end",
  },
  {
    name: "anchors: an anchored entry takes the place of another",
    file: "app/core/anchors/verify.server.ts",
    find: " || root !== line.root",
    put: "",
    tests: ANCHORS,
    title: "an entry that took the place of another",
  },
  {
    name: "anchors: an anchor that nobody signed",
    file: "app/core/anchors/verify.server.ts",
    find: "else if (!lineHolds(text, signature, line.key))",
    put: "else if (false)",
    tests: ANCHORS,
    title: "a list that was changed, shortened, or signed again",
  },
  {
    name: "anchors: anchors signed again by a stranger",
    file: "app/core/anchors/verify.server.ts",
    find: "else if (keys && !keys.includes(line.key))",
    put: "else if (false)",
    tests: ANCHORS,
    title: "a list that was changed, shortened, or signed again",
  },
  {
    name: "anchors: a list of anchors that is shorter than the one that was published",
    file: "app/core/anchors/verify.server.ts",
    find: "if (kept[seq - 1]?.hash !== hash)",
    put: "if (kept[seq - 1] && kept[seq - 1]?.hash !== hash)",
    tests: ANCHORS,
    title: "a list that was changed, shortened, or signed again",
  },
];
