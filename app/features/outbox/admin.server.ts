import { and, desc, eq, isNotNull, isNull, or } from "drizzle-orm";
import { z } from "zod";
import { outboxMessage } from "#db/schema";
import { wakeOutbox } from "~/core/outbox/deliver.server";
import { hasSecret, withoutSecrets } from "~/core/outbox/outbox";
import { outboxTrouble } from "~/core/outbox/watch.server";
import { enabledChannels } from "~/core/outbox/write.server";
import { mustHit } from "~/web/commit.server";
import { env } from "~/web/env.server";
import { procedure } from "~/web/procedure";
import { missing, notNow } from "~/web/refusal";

const SHOWN = 100;

const givenUp = (id: number) =>
  and(eq(outboxMessage.id, id), isNull(outboxMessage.sent_at), isNotNull(outboxMessage.given_up_at));

/** Where no mail leaves and nobody real is served, the outbox is where links are read. */
const showsLinks = () => {
  const { SMTP_URL, NODE_ENV, DEMO } = env();
  return !SMTP_URL && (DEMO || NODE_ENV !== "production");
};

/** The newest messages, what failed or was held, and what gives cause for alarm; for super users. */
export const listOutbox = procedure({
  name: "listOutbox",
  audience: "super",
  input: z.strictObject({}),
  async run(ctx) {
    const newest = ctx.read.select().from(outboxMessage).orderBy(desc(outboxMessage.id)).limit(SHOWN);
    const stuck = ctx.read
      .select()
      .from(outboxMessage)
      .where(
        and(
          isNull(outboxMessage.sent_at),
          or(isNotNull(outboxMessage.given_up_at), isNotNull(outboxMessage.failure)),
        ),
      )
      .orderBy(desc(outboxMessage.id))
      .limit(SHOWN);
    const [messages, failed] = await Promise.all([newest, stuck]);
    const trouble = await outboxTrouble(ctx.read, ctx.now);
    const sends = enabledChannels();
    const readable = (m: (typeof messages)[number]) => ({
      ...m,
      body: showsLinks() ? m.body : withoutSecrets(m.body),
      leaves: m.kind === "mail" ? sends.mail : sends.text,
    });
    const known = new Set(failed.map((m) => m.id));
    return {
      trouble,
      failed: failed.map(readable),
      messages: messages.filter((m) => !known.has(m.id)).map(readable),
    };
  },
});

/** Start over with a message that was given up or held. Others are tried again by themselves, or are on their way. */
export const sendAgain = procedure({
  name: "sendAgain",
  audience: "super",
  input: z.strictObject({ id: z.number().int() }),
  async run(ctx, { id }) {
    const [row] = await ctx.read.select().from(outboxMessage).where(givenUp(id));
    if (!row) throw missing("This message was sent, is still being tried, or doesn't exist.");
    const now = ctx.now.toISOString();
    if (hasSecret(row.body) && row.expires_at !== null && row.expires_at <= now)
      throw notNow("The link in this message has expired. Its person has to ask for a new one.");
    wakeOutbox();
    const fresh = {
      tries: 0,
      next_try_at: now,
      given_up_at: null,
      failure: null,
      ...(hasSecret(row.body) ? {} : { expires_at: null, created_at: now }),
    };
    return ctx.commit([mustHit(ctx.write.update(outboxMessage).set(fresh).where(givenUp(id)))], { id });
  },
});
