import { readFileSync } from "node:fs";
import ts from "typescript";

/** A text that users may see, and its first line number. */
type Text = { line: number; text: string };

const SQL = /^(SELECT|INSERT|UPDATE|DELETE|WITH|CREATE|DROP) /;

/**
 * Read every string, template and JSX text of a TypeScript or JavaScript file, with white space collapsed. Imports,
 * types and class names are left out; expressions in templates become "…".
 */
export function findTexts(file: string, source = readFileSync(file, "utf8")): Text[] {
  const kind = /x$/.test(file) ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, kind);
  const texts: Text[] = [];
  const add = (node: ts.Node, text: string) => {
    const folded = text.replace(/\s+/g, " ").trim();
    if (folded && !SQL.test(folded))
      texts.push({
        line: tree.getLineAndCharacterOfPosition(node.getStart(tree, false)).line + 1,
        text: folded,
      });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return;
    if (ts.isJsxAttribute(node) && node.name.getText() === "className") return;
    if (ts.isStringLiteralLike(node) || ts.isJsxText(node)) add(node, node.text);
    if (ts.isTemplateExpression(node))
      add(node, node.head.text + node.templateSpans.map((span) => `…${span.literal.text}`).join(""));
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return texts;
}
