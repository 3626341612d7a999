import ts from "typescript";

let last: { file: string; source: string; tree: ts.SourceFile } | undefined;

/** Parse a file, once for all checks that read it in a row, since parsing takes longer than checking. */
export function parseSource(file: string, source: string): ts.SourceFile {
  if (last?.file !== file || last.source !== source)
    last = { file, source, tree: ts.createSourceFile(file, source, ts.ScriptTarget.Latest) };
  return last.tree;
}
