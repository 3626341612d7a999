import ts from "typescript";
import { PAGES, POST_ENTRIES } from "../../app/pages";

/** An address written in a file: `*` stands for an inserted value. */
export type WrittenAddress = { address: string; line: number };

/** JSX attributes and properties whose value is an address for a link or a post. */
const LEADING = new Set(["href", "action", "formAction", "to", "back"]);

/** Return a literal's text, with `*` for a template's inserted values; null for anything else. */
function textOf(node: ts.Node): string | null {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return null;
  return node.head.text + node.templateSpans.map(({ literal }) => `*${literal.text}`).join("");
}

const ADDRESS = /^\/[a-z][\w-]*([/?#*]|$)/;
const ENTRIES = new Set([...PAGES, ...POST_ENTRIES].map(({ address }) => address));
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

/** Find this app's addresses in a file: texts that begin like a page's address, and values used as links. */
export function findAppAddresses(source: string, name = "file.tsx"): WrittenAddress[] {
  // Most files contain no addresses, and parsing a file takes a hundred times as long as this check.
  if (!/["'`]\/[a-z]/.test(source)) return [];
  const file = ts.createSourceFile(name, source, ts.ScriptTarget.Latest, true);
  const writtens: WrittenAddress[] = [];
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

/** Check whether the app has an address. An id never matches a fixed word, and a fixed word never matches an id. */
export function isServedAddress(address: string): boolean {
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
