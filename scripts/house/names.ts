import ts from "typescript";
import { parsed } from "./parsed";

/** Names that every page, noun or kind of file exports by the framework's convention or the project's. */
const CONVENTIONS = new Set([
  ...["loader", "action", "meta", "links", "handle", "headers", "shouldRevalidate", "ErrorBoundary"],
  ...["pages", "posts", "calls", "about"],
]);

/** The names that a file declares and exports; what it passes on from another file is that one's. */
export function exportedNames(source: string, file = "file.ts"): string[] {
  const named = (name: ts.BindingName): string[] =>
    ts.isIdentifier(name)
      ? [name.text]
      : name.elements.flatMap((element) => (ts.isBindingElement(element) ? named(element.name) : []));
  const isExported = (node: ts.Statement) =>
    ts.canHaveModifiers(node) &&
    ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) &&
    !ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword);
  return parsed(file, source)
    .statements.filter(isExported)
    .flatMap((node) => {
      if (ts.isVariableStatement(node))
        return node.declarationList.declarations.flatMap((d) => named(d.name));
      const declares =
        ts.isFunctionDeclaration(node) ||
        ts.isClassDeclaration(node) ||
        ts.isTypeAliasDeclaration(node) ||
        ts.isInterfaceDeclaration(node);
      return declares && node.name ? [node.name.text] : [];
    });
}

/** Exported names that mean something else from one file to another. */
export function ambiguousNames(files: readonly { file: string; names: readonly string[] }[]): string[] {
  const where = new Map<string, string[]>();
  for (const { file, names } of files)
    for (const name of new Set(names)) where.set(name, [...(where.get(name) ?? []), file]);
  return [...where]
    .filter(([name, found]) => found.length > 1 && !CONVENTIONS.has(name))
    .map(([name, found]) => `${name}: ${found.join(", ")}`);
}
