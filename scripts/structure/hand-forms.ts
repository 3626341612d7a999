import { readFileSync } from "node:fs";
import ts from "typescript";

/** Components that `ActionForm` adds to a form; a handwritten form repeats them. */
const ITS_WORK = ["ErrorSummary", "VersionField", "Conflict"];
const ITS_FIELDS = ["submission_id", "version"];

const attribute = (
  element: ts.JsxOpeningLikeElement,
  name: string,
  file: ts.SourceFile,
): string | undefined => {
  for (const property of element.attributes.properties)
    if (ts.isJsxAttribute(property) && property.name.getText(file) === name)
      return property.initializer && ts.isStringLiteral(property.initializer)
        ? property.initializer.text
        : "";
  return undefined;
};

/** Return the lines of a file where a handwritten POST form begins, with its own ids, version or error display. */
export function findHandwrittenForms(source: string, name = "file.tsx"): number[] {
  if (!source.includes("<form")) return [];
  const file = ts.createSourceFile(name, source, ts.ScriptTarget.Latest, true);
  const results: number[] = [];
  const isWork = (node: ts.Node): boolean => {
    if (ts.isJsxSelfClosingElement(node) || ts.isJsxOpeningElement(node)) {
      if (ITS_WORK.includes(node.tagName.getText(file))) return true;
      if (ITS_FIELDS.includes(attribute(node, "name", file) ?? "")) return true;
    }
    return ts.forEachChild(node, (child) => isWork(child) || undefined) ?? false;
  };
  const visit = (node: ts.Node): void => {
    if (ts.isJsxElement(node) && node.openingElement.tagName.getText(file) === "form")
      if (attribute(node.openingElement, "method", file) === "post" && isWork(node))
        results.push(file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return results;
}

/** List all handwritten POST forms in the program, except `ActionForm` itself. */
export const listHandwrittenForms = (files: readonly string[]): string[] =>
  files
    .filter((file) => file.endsWith(".tsx") && file !== "app/ui/action-form.tsx")
    .flatMap((file) =>
      findHandwrittenForms(readFileSync(file, "utf8"), file).map((line) => `${file}:${line}`),
    );
