import { createServer, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Database } from "#db/client.server";
import { outboxMessage } from "#db/schema";
import { testDatabase } from "#db/testing/test-database";

/** A mail server that takes everything and keeps what it was given. */
const taken: string[] = [];
const answers: [RegExp, string][] = [
  [/^(EHLO|HELO)/, "250 timber.test"],
  [/^DATA/, "354 go on"],
  [/^QUIT/, "221 bye"],
  [/^/, "250 ok"],
];
function talk(line: Socket) {
  let letter: string | null = null;
  line.setEncoding("utf8").write("220 timber.test\r\n");
  line.on("error", () => line.destroy());
  line.on("data", (said: string) => {
    if (letter === null) {
      const answer = answers.find(([asked]) => asked.test(said))?.[1] ?? "";
      if (answer.startsWith("354")) letter = "";
      line.write(`${answer}\r\n`);
      return;
    }
    letter += said;
    if (!letter.endsWith("\r\n.\r\n")) return;
    taken.push(letter);
    letter = null;
    line.write("250 taken\r\n");
  });
}
const mail = createServer(talk);

let db: Database;
let deliver: () => Promise<void>;
beforeAll(async () => {
  await new Promise<void>((resolve) => mail.listen(0, "127.0.0.1", resolve));
  const at = mail.address();
  vi.stubEnv("SMTP_URL", `smtp://127.0.0.1:${typeof at === "object" ? at?.port : 0}`);
  db = await testDatabase();
  deliver = (await import("./outbox.server")).deliverOutbox;
});
afterAll(() => {
  vi.unstubAllEnvs();
  mail.close();
});

const LINKS = ["http://localhost:3000/reset-password?token=Abc-1_2", "http://localhost:3000/invite/Xyz-3_4"];
const put = (body: string) =>
  db.batch([
    db.write
      .insert(outboxMessage)
      .values({ kind: "mail", recipient: "pat@timber.test", subject: "A link", body, created_at: "x" })
      .toSQL(),
  ]);

test("a mail that was sent keeps its words in the outbox and not its link; it is sent once", async () => {
  for (const link of LINKS) await put(`Open this:\n${link}\n\nIf it was not you, nothing has changed.`);
  await deliver();
  await deliver();
  expect(taken).toHaveLength(2);
  // Long lines and "=" are written otherwise in a letter.
  for (const token of ["Abc-1_2", "Xyz-3_4"]) expect(taken.join("")).toContain(token);
  const kept = await db.read.select().from(outboxMessage);
  expect(kept.every((message) => message.sent_at !== null && message.failure === null)).toBe(true);
  expect(kept.map((message) => message.body)).toEqual([
    "Open this:\nhttp://localhost:3000/reset-password?token=…\n\nIf it was not you, nothing has changed.",
    "Open this:\nhttp://localhost:3000/invite/…\n\nIf it was not you, nothing has changed.",
  ]);
});

test("a database that does not answer stops no server: what waits goes with the next", async () => {
  await put("Later");
  const rename = (from: string, to: string) =>
    db.batch([{ sql: `ALTER TABLE ${from} RENAME TO ${to}`, params: [] }]);
  await rename("outbox_message", "away");
  await deliver();
  await rename("away", "outbox_message");
  await deliver();
  expect(taken.at(-1)).toContain("Later");
});
