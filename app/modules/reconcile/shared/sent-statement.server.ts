import { z } from "zod";
import { defineIsolatedTask } from "~/sandbox/run.server";
import type { TaskLimits } from "~/sandbox/tasks";
import { invalidChoice } from "~/web/refusal";
import type { readStatementFile, StatementResult, TableKind } from "./read-statement.server";

const readAlone = defineIsolatedTask<typeof readStatementFile>({
  module: "modules/reconcile/shared/read-statement.server.ts",
  name: "readStatementFile",
  limits: { ms: 10_000, heap: 160, megabytes: 320 },
});

const STOPPED = {
  statement: {
    time: "This file takes too long to read. Send the statement as CSV.",
    memory: "This spreadsheet is too large for a statement.",
    crash: "This file can't be read. Send the statement as CSV.",
  },
  loads: {
    time: "This file takes too long to read. Send it as CSV.",
    memory: "This spreadsheet is too large.",
    crash: "This file can't be read. Send it as CSV.",
  },
};

/** Read an uploaded table (`readStatementFile`) in a separate process with limited time and memory. */
export async function readSentStatement(
  path: string,
  account: string,
  limits?: TaskLimits,
  { of = "statement", sheet }: { of?: TableKind; sheet?: string } = {},
): Promise<StatementResult> {
  const ran = await readAlone({ path, of, sheet }, { account, limits });
  return "result" in ran ? ran.result : { problem: STOPPED[of][ran.stopped] };
}

/** Name of the sheet to read in a workbook with rows on several sheets. */
export const sheetField = z.string().max(200).optional();

export const createChooseSheetError = (sheets: string[]) =>
  invalidChoice("sheet", "This workbook has rows on several sheets. Choose one, and the file again.", sheets);
