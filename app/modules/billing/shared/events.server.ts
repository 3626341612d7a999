import { eq, sql } from "drizzle-orm";
import type Stripe from "stripe";
import { z } from "zod";
import { stripeEvent } from "#db/schema";
import { toRecord } from "~/lib/object/records";
import { type App, getApp as runningApp } from "~/web/app.server";
import { toStatement } from "~/web/commit.server";
import { env } from "~/web/env.server";
import { getStripeClient } from "./client.server";

/** Maximum age of a signature in seconds; an older one is treated as a replay. */
const TOLERANCE = 300;
/** Unix time of the last second of the year 9999. */
const MAX_CREATED = 253_402_300_799;

/** Response to Stripe; status 503 makes Stripe resend the event. */
export type StripeEventResponse = { status: 200 | 400 | 404 | 503; message: string };

/** Object that an event names, whose state is fetched from Stripe; the event's own data is not trusted. */
export type EventPointer = {
  type: string;
  account: string | null;
  object: string | null;
  customer: string | null;
  payment_intent: string | null;
  session: string | null;
};

/** Fields read from a verified event. */
const eventInput = z.object({
  id: z.string().min(1).max(255),
  type: z.string().min(1).max(255),
  account: z.string().max(255).nullish(),
  /** In seconds. */
  created: z.number().int().min(0).max(MAX_CREATED),
  data: z.object({ object: z.record(z.string(), z.unknown()) }),
});

/** Fetch the state of the object that a pointer names; false if the object belongs to no company on this site. */
type Pull = (app: App, pointer: EventPointer) => Promise<boolean>;

/**
 * Handle an event if one of the secrets signed the exact bytes received. The event is first stored by its ID, and
 * marked done after the object's state was fetched. A resent event is fetched again unless it was done. Tests pass
 * their own `app`.
 */
export async function handleStripeEvent(
  pull: Pull,
  raw: Buffer,
  signature: string,
  input?: App,
): Promise<StripeEventResponse> {
  const secrets = env().STRIPE_WEBHOOK_SECRETS;
  if (!secrets) return { status: 404, message: "This site doesn't take cards." };
  const app = input ?? (await runningApp());
  const signed = await verified(raw, signature, secrets, app.now());
  if (!signed) return { status: 400, message: "The signature isn't valid." };
  const event = eventInput.safeParse(signed).data;
  if (!event) return { status: 400, message: "This isn't an event of Stripe." };
  const pointer = pointerOf(event);
  const { db, log } = app;
  const at = () => app.now().toISOString();
  await db.batch([
    toStatement(sql`INSERT INTO stripe_event (id, account, type, object_id, customer, created, received_at)
      VALUES (${event.id}, ${pointer.account}, ${event.type}, ${pointer.object}, ${pointer.customer},
        ${new Date(event.created * 1000).toISOString()}, ${at()}) ON CONFLICT DO NOTHING`),
  ]);
  const [kept] = await db.read.select().from(stripeEvent).where(eq(stripeEvent.id, event.id));
  if (kept?.processed_at) return { status: 200, message: "done before" };
  try {
    const isOurs = await pull(app, pointer);
    const failure = isOurs ? null : "No company here has this account.";
    await db.batch([
      toStatement(sql`UPDATE stripe_event SET processed_at = ${at()}, attempts = attempts + 1, failure = ${failure}
        WHERE id = ${event.id} AND processed_at IS NULL`),
    ]);
    return { status: 200, message: "done" };
  } catch (error) {
    log.error({ err: error, event: event.id, type: event.type }, "an event of Stripe was not carried out");
    const failure = (error instanceof Error ? error.message : String(error)).slice(0, 300);
    await db.batch([
      toStatement(
        sql`UPDATE stripe_event SET attempts = attempts + 1, failure = ${failure} WHERE id = ${event.id}`,
      ),
    ]);
    return { status: 503, message: "Send it again." };
  }
}

/** Return the event if it was signed with one of the secrets, else null. */
async function verified(
  raw: Buffer,
  signature: string,
  secrets: string,
  now: Date,
): Promise<Stripe.Event | null> {
  const { webhooks } = await getStripeClient();
  for (const secret of secrets.split(",")) {
    try {
      return await webhooks.constructEventAsync(raw, signature, secret, TOLERANCE, undefined, now.getTime());
    } catch {
      // Try the next secret, because during a rotation another one may have signed the event.
    }
  }
  return null;
}

const idIn = (value: unknown): string | null => {
  const id = typeof value === "string" ? value : toRecord(value).id;
  return typeof id === "string" ? id.slice(0, 255) : null;
};

/** Return the object that an event names. */
function pointerOf(event: z.output<typeof eventInput>): EventPointer {
  const object = event.data.object;
  const isOf = (kind: string) => object.object === kind;
  return {
    type: event.type,
    account: event.account ?? null,
    object: idIn(object.id),
    customer: isOf("customer") ? idIn(object.id) : idIn(object.customer),
    payment_intent: isOf("payment_intent") ? idIn(object.id) : idIn(object.payment_intent),
    session: isOf("checkout.session") ? idIn(object.id) : null,
  };
}
