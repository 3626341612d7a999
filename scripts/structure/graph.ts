import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import ts from "typescript";

/** An import of one project file by another; both paths start at the project's root. */
export type Import = { from: string; to: string };

const ALIASES: [string, string][] = [
  ["~/", "app/"],
  ["#db/", "db/"],
];
const ENDINGS = ["", ".ts", ".tsx", ".mjs", ".d.mts", "/index.ts"];

/** Return the source files in the given folders, by default in the whole tree: program, tests and tools. */
export function sourceFiles(...folders: string[]): string[] {
  const listed = execFileSync("git", ["ls-files", "-co", "--exclude-standard", ...folders], {
    encoding: "utf8",
  });
  return listed.split("\n").filter((file) => /\.(ts|tsx|mjs|js|css)$/.test(file) && existsSync(file));
}

/** Return the program's files: everything built, served and run, without its tests and its tools. */
export const programFiles = (): string[] =>
  sourceFiles("app", "db", "server").filter(
    (file) => /\.(ts|tsx|mjs)$/.test(file) && !/\.test\.tsx?$|\/testing\/|\.d\.m?ts$/.test(file),
  );

const ofTypes = /^import type [^;]*;/gm;

/** List every import between the given files: static, dynamic or type-only. `types: false` omits type-only imports. */
export function findImports(files: readonly string[], { types = true } = {}): Import[] {
  const known = new Set(files);
  return files.flatMap((from) => {
    const text = readFileSync(from, "utf8");
    const { importedFiles } = ts.preProcessFile(types ? text : text.replace(ofTypes, ""), true, true);
    return importedFiles.flatMap(({ fileName }) => {
      const to = resolved(from, fileName, known);
      return to ? [{ from, to }] : [];
    });
  });
}

function resolved(from: string, expected: string, known: ReadonlySet<string>): string | null {
  const alias = ALIASES.find(([start]) => expected.startsWith(start));
  if (!alias && !expected.startsWith(".")) return null;
  const path = alias ? alias[1] + expected.slice(alias[0].length) : normalize(join(dirname(from), expected));
  return ENDINGS.map((ending) => path + ending).find((file) => known.has(file)) ?? null;
}
