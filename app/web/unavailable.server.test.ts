import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@libsql/client/sqlite3";
import { expect, onTestFinished, test, vi } from "vitest";
import { log } from "./log.server";
import { AppError } from "./refusal";
import { toUnavailable } from "./unavailable.server";

test("reports a full disk like an unavailable database, with its own message, and logs it as an error", async () => {
  const folder = mkdtempSync(join(tmpdir(), "timbertally-full-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const alarm = vi.spyOn(log, "error").mockImplementation(() => undefined);
  onTestFinished(() => alarm.mockRestore());
  const client = createClient({ url: `file:${join(folder, "full.db")}`, concurrency: 1 });
  await client.execute("CREATE TABLE load (note TEXT)");
  await client.execute("PRAGMA max_page_count = 4");
  const error = await client
    .execute({ sql: "INSERT INTO load VALUES (?)", args: ["x".repeat(100_000)] })
    .catch((reason: unknown) => reason);
  client.close();
  const refusal = toUnavailable(error);
  expect(refusal).toBeInstanceOf(AppError);
  expect(refusal).toMatchObject({
    kind: "unavailable",
    message:
      "Timbertally's disk is full, so this was not saved. What you typed is kept. Send it again in a few minutes.",
  });
  expect(alarm).toHaveBeenCalledOnce();
});
