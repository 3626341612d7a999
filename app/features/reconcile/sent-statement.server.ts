import { isolated } from "~/isolated/run.server";
import type { TaskLimits } from "~/isolated/tasks";
import type { readStatementFile, StatementRead } from "./read-statement.server";

const readAlone = isolated<typeof readStatementFile>({
  module: "features/reconcile/read-statement.server.ts",
  name: "readStatementFile",
  limits: { ms: 10_000, heap: 160, megabytes: 320 },
});

const STOPPED = {
  time: "This file takes too long to read. Send the statement as CSV.",
  memory: "This spreadsheet is too large for a statement.",
  crash: "This file can't be read. Send the statement as CSV.",
};

/** Read a statement that somebody sent (`readStatementFile`), in a process of its own with an end to its time and memory. */
export async function readSentStatement(
  path: string,
  account: string,
  limits?: TaskLimits,
): Promise<StatementRead> {
  const ran = await readAlone({ path }, { account, limits });
  return "result" in ran ? ran.result : { problem: STOPPED[ran.stopped] };
}
