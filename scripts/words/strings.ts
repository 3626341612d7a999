import { readFileSync } from "node:fs";
import ts from "typescript";

/** A piece of text in a source file that may reach a person, with the line it starts on. */
export type Text = { line: number; text: string };

const SQL = /^(SELECT|INSERT|UPDATE|DELETE|WITH|CREATE|DROP) /;

/**
 * Read every string, template and JSX text of a TypeScript or JavaScript file, with white space folded. Imports, types
 * and class names are left out; a template's expressions become "…".
 */
export function textsIn(file: string, source = readFileSync(file, "utf8")): Text[] {
  const kind = /x$/.test(file) ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, kind);
  const found: Text[] = [];
  const add = (node: ts.Node, text: string) => {
    const folded = text.replace(/\s+/g, " ").trim();
    if (folded && !SQL.test(folded))
      found.push({
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
  return found;
}

/** Read every comment of a TypeScript or JavaScript file, folded to one line without its marks. */
export function commentsIn(file: string, source = readFileSync(file, "utf8")): Text[] {
  const kind = /x$/.test(file) ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, kind);
  const found = new Map<number, Text>();
  const add = (pos: number, end: number) => {
    const text = source.slice(pos, end).replace(/^\/[/*]+|\s*\*\/$|\n\s*\*/g, " ");
    const line = tree.getLineAndCharacterOfPosition(pos).line + 1;
    found.set(pos, { line, text: text.replace(/\s+/g, " ").trim() });
  };
  const visit = (node: ts.Node): void => {
    if (!ts.isJsxText(node)) {
      ts.forEachLeadingCommentRange(source, node.getFullStart(), add);
      ts.forEachTrailingCommentRange(source, node.getEnd(), add);
    }
    for (const child of node.getChildren(tree)) visit(child);
  };
  visit(tree);
  return [...found.values()].sort((a, b) => a.line - b.line);
}

const TITLED = /^(test|it|describe|withBetter)\b/;

/** Read the titles of a file's tests. */
export function titlesIn(file: string, source = readFileSync(file, "utf8")): Text[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: Text[] = [];
  const visit = (node: ts.Node): void => {
    const title = ts.isCallExpression(node) && TITLED.test(node.expression.getText()) && node.arguments[0];
    if (title && ts.isStringLiteralLike(title))
      found.push({
        line: tree.getLineAndCharacterOfPosition(title.getStart()).line + 1,
        text: title.text,
      });
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}
