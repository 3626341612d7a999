/** Names that every page, feature or kind of file exports by the framework's convention or the project's. */
const CONVENTIONS = new Set([
  ...["loader", "action", "meta", "links", "handle", "headers", "shouldRevalidate", "ErrorBoundary"],
  ...["pages", "posts", "calls", "about"],
]);

const DECLARED = /^export (?:async )?(?:function\*?|const|let|class|type|interface) ([\w$]+)/gm;

/** Find the names that a file declares and exports; re-exported names belong to their original file. */
export const findExportedNames = (source: string): string[] =>
  [...source.matchAll(DECLARED)].flatMap(([, name]) => name ?? []);

/** Find exported names that several files use for different things. */
export function findAmbiguousNames(files: readonly { file: string; names: readonly string[] }[]): string[] {
  const where = new Map<string, string[]>();
  for (const { file, names } of files)
    for (const name of new Set(names)) where.set(name, [...(where.get(name) ?? []), file]);
  return [...where]
    .filter(([name, found]) => found.length > 1 && !CONVENTIONS.has(name))
    .map(([name, found]) => `${name}: ${found.join(", ")}`);
}
