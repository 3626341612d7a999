import { readFileSync } from "node:fs";
import { apiStubs, callLists } from "./calls";
import { castsIn } from "./casts";
import { besideTheirFrame, postStubs, unframed } from "./doors";
import { programFiles, sourceFiles } from "./graph";
import { handForms } from "./hand-forms";
import { ambiguousNames, exportedNames } from "./names";

/** A figure of the structure: fewer is better. `found` lists the counted items, so that they can be fixed. */
export type Figure = { name: string; count: number; found: string[] };

const isLong = (file: string) => readFileSync(file, "utf8").split("\n").length > 301;

/** Every figure of the structure, measured on the current files. */
export function figures(): Figure[] {
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
