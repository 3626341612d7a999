import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import type { Database } from "#db/client.server";
import { makeUser } from "#db/factories";
import { backgroundJob, outboxMessage } from "#db/schema";
import { actAs } from "#db/testing/acting";
import { openTestDatabase } from "#db/testing/test-database";
import { queueWaitingStatements } from "~/lib/mail/queued.server";
import { startMailServer } from "~/lib/mail/testing/mail-server";
import { requestPasswordReset } from "~/modules/people/data/resets.server";
import { env } from "~/web/env.server";
import { program } from "./server-entry.server";

let mail: Awaited<ReturnType<typeof startMailServer>>;
let db: Database;
beforeAll(async () => {
  mail = await startMailServer();
  env().SMTP_URL = mail.url;
  db = await openTestDatabase();
});
afterAll(() => {
  mail.close();
});

const arrived = (address: string) => expect.poll(() => mail.to(address).length).toBe(1);

const { WORK_LOOK_SECONDS } = env();
/** Run the program's background work until the test has ended. */
function beside() {
  const stop = program.startBackgroundWork();
  onTestFinished(stop);
}

test("the queue sends a message moments after the commit that wrote it, without a separate request", async () => {
  env().WORK_LOOK_SECONDS = 600;
  beside();
  const login = "asks@timber.test";
  const person = await actAs(db, await makeUser(db, { email: login }), null);
  // Wait until the queue has polled once, before there is any task.
  await expect.poll(async () => (await db.read.select().from(backgroundJob)).length).toBeGreaterThan(0);
  await person.call(requestPasswordReset, { login });
  await arrived(login);
});

test("a queued message is sent at the next poll, even without a wake-up", async () => {
  env().WORK_LOOK_SECONDS = 1;
  onTestFinished(() => {
    env().WORK_LOOK_SECONDS = WORK_LOOK_SECONDS;
  });
  beside();
  await new Promise((resolve) => setTimeout(resolve, 500));
  const recipient = "waits@timber.test";
  const created_at = new Date().toISOString();
  const message = { kind: "mail", recipient, subject: "News", body: "Hello", created_at };
  const insert = db.write.insert(outboxMessage).values(message);
  await db.batch([insert.toSQL(), ...queueWaitingStatements(new Date())]);
  await arrived(recipient);
});

test("a stored message without a queued task is sent after the start", async () => {
  env().WORK_LOOK_SECONDS = 600;
  const recipient = "before@timber.test";
  const created_at = new Date().toISOString();
  const message = { kind: "mail", recipient, subject: "News", body: "Hello", created_at };
  await db.batch([
    db.write.insert(outboxMessage).values(message).toSQL(),
    db.write.delete(backgroundJob).where(eq(backgroundJob.name, "watch over the outbox")).toSQL(),
  ]);
  beside();
  await arrived(recipient);
});
