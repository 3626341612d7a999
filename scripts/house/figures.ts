import { readFileSync } from "node:fs";
import { apiStubs, callLists } from "./calls";
import { castsIn } from "./casts";
import { besideTheirFrame, postStubs, unframed } from "./doors";
import { circlesIn, type Import, importsOf, isDoor, programFiles, roomOf, sourceFiles } from "./graph";
import { handForms } from "./hand-forms";
import { ambiguousNames, exportedNames } from "./names";

/** A figure of the structure: fewer is better. `found` lists the counted items, so that they can be fixed. */
export type Figure = { name: string; count: number; found: string[] };

const between = ({ from, to }: Import) => `${from} → ${to}`;
const isFeature = (room: string) => room.startsWith("app/features/");

/** Allowed imports of each layer; itself is always allowed. Routes may import everything below them. */
const ANYTHING = [
  "app/api",
  "app/features",
  "app/core",
  "app/web",
  "app/ui",
  "app/domain",
  "app/sandbox",
  "db",
];
const BELOW: Record<string, readonly string[]> = {
  // Programs of their own over the whole app: commands, the demo, the large set, what tests make their rows with.
  "db/scripts": ANYTHING,
  "db/demo": ANYTHING,
  "db/large-seed": ANYTHING,
  "db/factories.ts": ANYTHING,
  doors: ["app/api", "app/features", "app/core", "app/web", "app/ui", "app/domain", "app/sandbox", "db"],
  "app/api": ["app/features", "app/core", "app/web", "app/ui", "app/domain", "db"],
  "app/features": ["app/core", "app/web", "app/ui", "app/domain", "app/sandbox", "db"],
  "app/core": ["app/web", "app/ui", "app/domain", "app/sandbox", "db"],
  "app/ui": ["app/web", "app/domain"],
  "app/web": ["app/domain", "app/sandbox", "db"],
  "app/sandbox": ["app/web", "app/domain"],
  "app/client": ["app/domain"],
  "app/domain": [],
  db: ["app/domain"],
};

const layerOf = (file: string) =>
  isDoor(file)
    ? "doors"
    : (Object.keys(BELOW).find((layer) => file === layer || file.startsWith(`${layer}/`)) ?? null);

/** Imports that run against the direction of the layers. */
export function backwards(imports: readonly Import[]): Import[] {
  return imports.filter(({ from, to }) => {
    const [above, below] = [layerOf(from), layerOf(to)];
    if (from.startsWith("server/"))
      return to.startsWith("app/") && below !== "app/domain" && to !== "app/server-entry.server.ts";
    return above !== null && below !== null && above !== below && !BELOW[above]?.includes(below);
  });
}

const isLong = (file: string) => readFileSync(file, "utf8").split("\n").length > 301;

/** Every figure of the structure, measured on the current files. */
export function figures(): Figure[] {
  const files = programFiles();
  const imports = importsOf(files);
  const rooms = imports
    .map(({ from, to }) => ({ from: roomOf(from), to: roomOf(to) }))
    .filter(({ from, to }) => from !== to);
  const pairs = [
    ...new Set(
      rooms
        .filter(({ from, to }) => isFeature(from) && isFeature(to))
        .map(({ from, to }) => [from, to].sort().join(" ⇄ ")),
    ),
  ];
  const [circle = []] = circlesIn(rooms.filter(({ from, to }) => isFeature(from) && isFeature(to)));
  const [coreCircle = []] = circlesIn(
    rooms.filter(({ from, to }) => from.startsWith("app/core/") && to.startsWith("app/core/")),
  );
  const against = backwards(imports);
  const way = (from: string, to: string) =>
    against.filter((item) => item.from.startsWith(from) && item.to.startsWith(to)).map(between);
  const grepped = (pattern: RegExp, where = /^(app|db|server)\//) =>
    files
      .filter((file) => where.test(file))
      .flatMap((file) =>
        readFileSync(file, "utf8")
          .split("\n")
          .flatMap((line, i) => (pattern.test(line) ? [`${file}:${i + 1}`] : [])),
      );
  const apart = files.map((file) => {
    const source = readFileSync(file, "utf8");
    return { file, casts: castsIn(source, file), names: exportedNames(source) };
  });
  const casts = apart.flatMap(({ file, casts }) =>
    casts.map(({ line, lies }) => ({ at: `${file}:${line}`, lies })),
  );
  const figure = (name: string, results: string[]): Figure => ({
    name,
    count: results.length,
    found: results,
  });
  return [
    figure("pairs of features that import each other's code", pairs),
    figure("features in the largest circle", circle),
    figure("core rooms in the largest circle", coreCircle),
    figure("imports from db that run backwards", way("db/", "app/")),
    figure("imports from web that run backwards", way("app/web/", "app/")),
    figure("imports from ui that run backwards", way("app/ui/", "app/")),
    figure("imports from features that run backwards", way("app/features/", "app/")),
    figure("imports from core that run backwards", way("app/core/", "app/")),
    figure("imports from domain that run backwards", way("app/domain/", "app/")),
    figure("imports from isolated that run backwards", way("app/sandbox/", "app/")),
    figure("imports from behaviors that run backwards", way("app/client/", "app/")),
    figure("imports from server into the source of the app", way("server/", "app/")),
    figure(
      "casts by `as`",
      casts.map(({ at }) => at),
    ),
    figure(
      "lying casts",
      casts.filter(({ lies }) => lies).map(({ at }) => at),
    ),
    figure("files over 300 lines", files.filter(isLong)),
    figure(
      "tests, tools and styles over 300 lines",
      sourceFiles().filter((file) => !files.includes(file) && isLong(file)),
    ),
    figure("signed-in pages beside the frame that their crumbs say", besideTheirFrame()),
    figure("things with pages below them and no frame", unframed()),
    figure("posts that redirect and do no more", postStubs(files)),
    figure("background runners of their own", grepped(/setInterval\(/)),
    figure("forms that do by hand what ActionForm does", handForms(files)),
    figure("identical API stubs", apiStubs(files)),
    figure("lists that must agree about one call", callLists()),
    figure("exported names with several meanings", ambiguousNames(apart)),
  ];
}
