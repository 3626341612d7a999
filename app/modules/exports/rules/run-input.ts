import type { ExportSource } from "../data/source.server";
import type { ExportColumn } from "./columns";
import type { ExportKind } from "./kinds";

/**
 * Stored input of an export run. Tickets selected one by one are stored as ids, so that later changes to the selection
 * don't affect the run.
 */
export type ExportRunInput = {
  source: ExportSource;
  columns: readonly ExportColumn[];
  separator: string;
  zone: string;
  kind: ExportKind;
  /** API key that started the run, if no user started it. */
  key?: string;
};

/** Return an export run's input as stored by `startExport`. */
export const getExportRunInput = (run: { input: unknown }) => run.input as ExportRunInput;
