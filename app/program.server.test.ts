import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Database } from "#db/client.server";
import { makeUser } from "#db/factories";
import { outboxMessage } from "#db/schema";
import { acting } from "#db/testing/acting";
import { testDatabase } from "#db/testing/test-database";
import { env } from "~/web/env.server";
import { deliverOutbox } from "./core/outbox/deliver.server";
import { startMailServer } from "./core/outbox/testing/mail-server";
import { requestPasswordReset } from "./features/people/resets.server";
import { program } from "./program.server";

let mail: Awaited<ReturnType<typeof startMailServer>>;
let db: Database;
beforeAll(async () => {
  mail = await startMailServer();
  env().SMTP_URL = mail.url;
  db = await testDatabase();
});
afterAll(() => {
  mail.close();
});

const arrived = (address: string) => expect.poll(() => mail.to(address).length, { timeout: 10_000 }).toBe(1);

test("a message leaves a moment after the commit that wrote it, though nobody asks for it", async () => {
  const login = "asks@timber.test";
  const person = await acting(db, await makeUser(db, { email: login }), null);
  await person.call(requestPasswordReset, { login });
  await arrived(login);
});

test("what waits in the outbox leaves within a minute, by the timer alone", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const stop = program.startBeside();
  try {
    await deliverOutbox();
    const recipient = "waits@timber.test";
    const created_at = new Date().toISOString();
    const message = { kind: "mail", recipient, subject: "News", body: "Hello", created_at };
    await db.batch([db.write.insert(outboxMessage).values(message).toSQL()]);
    await vi.advanceTimersByTimeAsync(60_000);
    vi.useRealTimers();
    await arrived(recipient);
  } finally {
    vi.useRealTimers();
    await stop();
  }
});
