import ts from "typescript";
import { parseSource } from "./parsed";

/** A cast in a file: the line of its type, and whether it contradicts what the compiler knows. */
export type Cast = { line: number; lies: boolean };

/**
 * Return a file's casts. `as const` doesn't count, nor does `as unknown`, which assumes nothing. `lies` is true for a
 * cast by way of `unknown` or to `never`, because the compiler would refuse it as a plain cast.
 */
export function findCasts(source: string, file = "file.tsx"): Cast[] {
  const casts: Cast[] = [];
  if (!/\bas\s+(?!const\b)/.test(source)) return casts;
  const tree = parseSource(file, source);
  const visit = (node: ts.Node): void => {
    if (ts.isAsExpression(node)) {
      const type = node.type.getText(tree);
      if (type !== "const" && type !== "unknown") {
        const line = tree.getLineAndCharacterOfPosition(node.type.getStart(tree)).line + 1;
        casts.push({ line, lies: type === "never" || isUnknown(node.expression, tree) });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return casts;
}

const isUnknown = (node: ts.Expression, file: ts.SourceFile): boolean =>
  ts.isParenthesizedExpression(node)
    ? isUnknown(node.expression, file)
    : ts.isAsExpression(node) && node.type.getText(file) === "unknown";
