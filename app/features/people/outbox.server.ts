import { desc, eq, isNull } from "drizzle-orm";
import nodemailer from "nodemailer";
import { z } from "zod";
import { outboxMessage } from "#db/schema";
import { app } from "~/web/app.server";
import { mustHit } from "~/web/commit.server";
import { env } from "~/web/env.server";
import { type Ctx, procedure, type Step } from "~/web/procedure";

export type Mail = { to: string; subject: string; body: string };

/** Puts a mail into the outbox, in the same commit as what it tells of. */
export function mailStep(ctx: Ctx, mail: Mail): Step {
  return mustHit(
    ctx.write.insert(outboxMessage).values({
      kind: "mail",
      recipient: mail.to,
      subject: mail.subject,
      body: mail.body,
      created_at: ctx.now.toISOString(),
    }),
  );
}

/**
 * Sends what waits, where a mail server is set; without one the outbox is where mail stays to be read. Nobody waits
 * for it, so what goes wrong is logged and the mail goes out with the next.
 */
export async function deliverOutbox() {
  if (!env().SMTP_URL) return;
  const { log } = await app();
  await deliver().catch((error: unknown) => log.warn({ err: error }, "outbox not delivered"));
}

async function deliver() {
  const { SMTP_URL, MAIL_FROM } = env();
  const { db, now, log } = await app();
  const transport = nodemailer.createTransport(SMTP_URL);
  const waiting = await db.read.select().from(outboxMessage).where(isNull(outboxMessage.sent_at)).limit(20);
  for (const message of waiting) {
    const note = await transport
      .sendMail({ from: MAIL_FROM, to: message.recipient, subject: message.subject, text: message.body })
      .then(() => ({ sent_at: now().toISOString(), failure: null }))
      .catch((error: Error) => ({ sent_at: null, failure: error.message }));
    if (note.failure) log.warn({ message: message.id, failure: note.failure }, "mail not sent");
    await db.batch([
      db.write.update(outboxMessage).set(note).where(eq(outboxMessage.id, message.id)).toSQL(),
    ]);
  }
}

/** Everything that left or waits to leave, newest first; for super users. */
export const listOutbox = procedure({
  name: "listOutbox",
  audience: "super",
  input: z.strictObject({}),
  run: (ctx) => ctx.read.select().from(outboxMessage).orderBy(desc(outboxMessage.id)).limit(100),
});
