import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import ts from "typescript";

/** An import of one project file by another, both as paths from the project's root. */
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

/** Return every import between the given files, static, dynamic or types-only; `types: false` leaves out the last kind. */
export function importsOf(files: readonly string[], { types = true } = {}): Import[] {
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

/** Check whether a file serves an address: a feature's page, or one of the API's. */
export const isDoor = (file: string) => /^app\/(api\/routes|features\/[^/]+\/pages)\//.test(file);

/** Return a file's area: `app/features/people`, `app/core/mail`, `app/web`, `db`… */
export function roomOf(file: string): string {
  const [top = "", second = "", third = ""] = file.split("/");
  if (top !== "app") return top;
  if (isDoor(file)) return "doors";
  return ["features", "core"].includes(second) && third ? `app/${second}/${third}` : `app/${second}`;
}

/** Strongly connected groups of more than one area, largest first (Tarjan, 1972). */
export function circlesIn(edges: readonly { from: string; to: string }[]): string[][] {
  const next = new Map<string, string[]>();
  for (const { from, to } of edges) next.set(from, [...(next.get(from) ?? []), to]);
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];
  const visit = (node: string) => {
    index.set(node, index.size);
    low.set(node, index.get(node) ?? 0);
    stack.push(node);
    for (const to of next.get(node) ?? []) {
      if (!index.has(to)) visit(to);
      if (stack.includes(to)) low.set(node, Math.min(low.get(node) ?? 0, low.get(to) ?? 0));
    }
    if (low.get(node) !== index.get(node)) return;
    const group = stack.splice(stack.indexOf(node));
    if (group.length > 1) circles.push(group.sort());
  };
  for (const node of next.keys()) if (!index.has(node)) visit(node);
  return circles.sort((a, b) => b.length - a.length);
}
