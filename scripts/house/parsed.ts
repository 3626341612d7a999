import ts from "typescript";

let last: { file: string; source: string; tree: ts.SourceFile } | undefined;

/** A file taken apart: once for all that look at it one after another, since that takes longer than looking. */
export function parsed(file: string, source: string): ts.SourceFile {
  if (last?.file !== file || last.source !== source)
    last = { file, source, tree: ts.createSourceFile(file, source, ts.ScriptTarget.Latest) };
  return last.tree;
}
