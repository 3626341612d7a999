/** Names that every page, feature or kind of file exports by the framework's convention or the project's. */
const CONVENTIONS = new Set([
  ...["loader", "action", "meta", "links", "handle", "headers", "shouldRevalidate", "ErrorBoundary"],
  ...["pages", "posts", "calls", "about"],
]);

const DECLARED = /^export (?:async )?(?:function\*?|const|let|class|type|interface) ([\w$]+)/gm;

/** Names that a file declares and exports; a re-exported name belongs to its original file. */
export const exportedNames = (source: string): string[] =>
  [...source.matchAll(DECLARED)].flatMap(([, name]) => name ?? []);

/** Return exported names whose meaning differs from one file to another. */
export function ambiguousNames(files: readonly { file: string; names: readonly string[] }[]): string[] {
  const where = new Map<string, string[]>();
  for (const { file, names } of files)
    for (const name of new Set(names)) where.set(name, [...(where.get(name) ?? []), file]);
  return [...where]
    .filter(([name, found]) => found.length > 1 && !CONVENTIONS.has(name))
    .map(([name, found]) => `${name}: ${found.join(", ")}`);
}
