import ts from "typescript";
import { parsed } from "./parsed";

/** A cast in a file: the line of its type, and whether it claims something that the compiler knows to be untrue. */
export type Cast = { line: number; lies: boolean };

/**
 * Return the casts of a file. `as const` does not count, and neither does `as unknown`, which assumes nothing. A cast
 * by way of `unknown` or to `never` lies: the compiler would refuse the plain one.
 */
export function castsIn(source: string, file = "file.tsx"): Cast[] {
  const casts: Cast[] = [];
  if (!/\bas\s+(?!const\b)/.test(source)) return casts;
  const tree = parsed(file, source);
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
