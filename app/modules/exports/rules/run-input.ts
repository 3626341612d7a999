import type { Source } from "../data/source.server";
import type { Column } from "./columns";
import type { ExportKind } from "./kinds";

/** Input of a run; ids if tickets were picked one by one, so that later picks change nothing. */
export type RunInput = {
  source: Source;
  columns: readonly Column[];
  separator: string;
  zone: string;
  kind: ExportKind;
  /** The API key that started it, if no person did. */
  key?: string;
};

/** Request of a run as stored by `startExport`. */
export const getRunInput = (run: { input: unknown }) => run.input as RunInput;
