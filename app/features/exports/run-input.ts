import type { Column } from "./columns";
import type { ExportKind } from "./kinds";
import type { Source } from "./source.server";

/** What a run is of; ids where tickets were picked one by one, so that a later pick changes nothing. */
export type RunInput = {
  source: Source;
  columns: readonly Column[];
  separator: string;
  zone: string;
  kind: ExportKind;
  /** The key that began it, where no person did. */
  key?: string;
};

/** What a run was asked for, as `startExport` stored it. */
export const runInputOf = (run: { input: unknown }) => run.input as RunInput;
