import { and, desc, eq, isNull } from "drizzle-orm";
import nodemailer from "nodemailer";
import { z } from "zod";
import { outboxMessage } from "#db/schema";
import { app } from "~/web/app.server";
import { mustHit } from "~/web/commit.server";
import { env } from "~/web/env.server";
import { log } from "~/web/log.server";
import { type Ctx, procedure, type Step } from "~/web/procedure";

export type Mail = { to: string; subject: string; body: string };

/** Puts a mail into the outbox, in the same commit as what it tells of. */
export const mailStep = (ctx: Ctx, mail: Mail): Step => outStep(ctx, "mail", mail);

/** The same for a text message to a phone. */
export const textStep = (ctx: Ctx, text: Mail): Step => outStep(ctx, "text", text);

function outStep(ctx: Ctx, kind: "mail" | "text", mail: Mail): Step {
  return mustHit(
    ctx.write.insert(outboxMessage).values({
      kind,
      recipient: mail.to,
      subject: mail.subject,
      body: mail.body,
      created_at: ctx.now.toISOString(),
    }),
  );
}

/** Tells a person that their password is another now: whoever did it, its owner hears of it. */
export const passwordChangedMail = (ctx: Ctx, to: string): Step =>
  mailStep(ctx, {
    to,
    subject: "Your password was changed",
    body: `The password of your Timbertally account was changed just now.\n\nIf it was not you, choose another at once:\n${env().PUBLIC_URL}/forgot-password`,
  });

/** What lets its reader in; once a mail has been sent, the outbox need not know it. */
const LINK = /(\/reset-password\?token=|\/invite\/)[\w-]+/g;

/**
 * Sends what waits, where a mail server is set; without one the outbox is where mail stays to be read. Nobody waits
 * for it, so it never fails: what was not sent stays, and goes with the next.
 */
export async function deliverOutbox(): Promise<void> {
  await sendWaiting().catch((error: unknown) => log.error({ err: error }, "outbox not delivered"));
}

async function sendWaiting() {
  const { SMTP_URL, MAIL_FROM } = env();
  if (!SMTP_URL) return;
  const { db, now } = await app();
  const transport = nodemailer.createTransport(SMTP_URL);
  const waiting = await db.read
    .select()
    .from(outboxMessage)
    .where(and(eq(outboxMessage.kind, "mail"), isNull(outboxMessage.sent_at)))
    .limit(20);
  for (const message of waiting) {
    const note = await transport
      .sendMail({ from: MAIL_FROM, to: message.recipient, subject: message.subject, text: message.body })
      .then(() => ({
        sent_at: now().toISOString(),
        failure: null,
        body: message.body.replace(LINK, "$1…"),
      }))
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
