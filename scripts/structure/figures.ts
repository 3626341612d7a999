import { readFileSync } from "node:fs";
import { findApiStubs, findCallLists } from "./calls";
import { findCasts } from "./casts";
import { findPostStubs, listPagesOutsideFrame, listUnframedAddresses } from "./doors";
import { programFiles, sourceFiles } from "./graph";
import { listHandwrittenForms } from "./hand-forms";
import { findAmbiguousNames, findExportedNames } from "./names";

/** A figure of the code's structure: lower is better. `found` lists the counted items, so that they can be fixed. */
export type Figure = { name: string; count: number; found: string[] };

const isLong = (file: string) => readFileSync(file, "utf8").split("\n").length > 301;

/** Measure every structure figure on the current files. */
export function measureFigures(): Figure[] {
  const files = programFiles();
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
    return { file, casts: findCasts(source, file), names: findExportedNames(source) };
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
    figure("signed-in pages beside the frame that their crumbs say", listPagesOutsideFrame()),
    figure("things with pages below them and no frame", listUnframedAddresses()),
    figure("posts that redirect and do no more", findPostStubs(files)),
    figure("background runners of their own", grepped(/setInterval\(/)),
    figure("forms that do by hand what ActionForm does", listHandwrittenForms(files)),
    figure("identical API stubs", findApiStubs(files)),
    figure("lists that must agree about one call", findCallLists()),
    figure("exported names with several meanings", findAmbiguousNames(apart)),
  ];
}
