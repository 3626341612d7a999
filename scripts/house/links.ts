import ts from "typescript";
import { PAGES, POSTS } from "../../app/pages";

/** An address written in a file: `*` stands for an inserted value. */
export type Written = { address: string; line: number };

/** Attributes whose value is an address to follow, or to post to. */
const LEADING = new Set(["href", "action", "formAction", "to", "back"]);

/** Return a literal's text, `*` for values put into a template; null for anything else. */
function textOf(node: ts.Node): string | null {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return null;
  return node.head.text + node.templateSpans.map(({ literal }) => `*${literal.text}`).join("");
}

const ADDRESS = /^\/[a-z][\w-]*([/?#*]|$)/;
const ENTRIES = new Set([...PAGES, ...POSTS].map(({ address }) => address));
const KNOWN = new Set([...ENTRIES].map((address) => address.split("/")[1]));

/** Check whether a literal is used as an address, at any depth in an expression. */
function leads(node: ts.Node): boolean {
  for (
    let parent = node.parent;
    parent && !ts.isBlock(parent) && !ts.isSourceFile(parent);
    parent = parent.parent
  ) {
    if (ts.isJsxAttribute(parent) || ts.isPropertyAssignment(parent))
      return LEADING.has(parent.name.getText());
    if (ts.isCallExpression(parent)) return parent.expression.getText() === "redirect";
  }
  return false;
}

/** Return this app's addresses that a file names: all that begin like one of its pages, and all that are used as links. */
export function addressesIn(source: string, name = "file.tsx"): Written[] {
  // Most files have none, and parsing one costs a hundred times as much.
  if (!/["'`]\/[a-z]/.test(source)) return [];
  const file = ts.createSourceFile(name, source, ts.ScriptTarget.Latest, true);
  const writtens: Written[] = [];
  const visit = (node: ts.Node): void => {
    const text = textOf(node);
    if (text !== null && ADDRESS.test(text) && !ts.isImportDeclaration(node.parent)) {
      const first = text.split(/[/?#*]/)[1];
      if (KNOWN.has(first) || leads(node)) {
        const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
        writtens.push({ address: text, line: line + 1 });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return writtens;
}

/** Check whether the app answers an address; an id is never a word, and a word never an id. */
export function isAnswered(address: string): boolean {
  const whole = address.replace(/ frame$/, "");
  if (ENTRIES.has(whole)) return true;
  const parts = (address.split(/[?#]/)[0] ?? "").split("/").filter(Boolean);
  return [...ENTRIES].some((known) => {
    const matches = known.split("/").filter(Boolean);
    // A value inserted at the end may be a query string, or empty.
    const open = parts.length && parts.at(-1) === "*" ? [parts, parts.slice(0, -1)] : [parts];
    return open.some(
      (lines) =>
        lines.length === matches.length && lines.every((part, index) => fits(part, matches[index] ?? "")),
    );
  });
}

function fits(message: string, expected: string): boolean {
  if (message === "*") return true;
  if (expected.startsWith(":"))
    return message.includes("*") || /^\d+$/.test(message) || !expected.endsWith("Id");
  const pattern = message.split("*").map((part) => part.replace(/[^\w-]/g, "\\$&"));
  return new RegExp(`^${pattern.join("[\\w-]*")}$`).test(expected);
}
