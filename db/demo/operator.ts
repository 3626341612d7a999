import { inArray } from "drizzle-orm";
import type { Database } from "../client.server";
import { insertRow } from "../factories";
import * as t from "../schema";

const HOUR_MS = 3_600_000;

/** Create items for site operators: a subscription inquiry, a draft and a question. */
export async function seedOperator(db: Database, now: Date) {
  const ago = (hours: number) => new Date(now.getTime() - hours * HOUR_MS).toISOString();
  const people = await db.read
    .select({ id: t.user.id, email: t.user.email, company: t.user.default_company_id })
    .from(t.user)
    .where(inArray(t.user.email, ["new@demo.test", "super@demo.test", "hauler@demo.test"]));
  const person = (email: string) => {
    const match = people.find((p) => p.email === email);
    if (!match) throw new Error(`no ${email} in the demo`);
    return match;
  };
  await insertRow(db, t.lead, {
    company_name: "Otsego Hardwoods",
    first_name: "Sam",
    last_name: "Newell",
    email: "new@demo.test",
    phone_number: "9895550177",
    user_id: person("new@demo.test").id,
    created_at: ago(1),
  });
  await insertRow(db, t.customRelease, {
    name: "Winter 2026",
    notes: "Answers from us\nAsk under Support. You get our answer there and by email.",
    creator_user_id: person("super@demo.test").id,
    created_at: ago(30),
  });
  const hauler = person("hauler@demo.test");
  const thread = await insertRow(db, t.supportThread, {
    user_id: hauler.id,
    company_id: hauler.company,
    subject: "Weight on a load from last week",
    waiting_since: ago(5),
    last_message_at: ago(5),
    created_at: ago(5),
  });
  await insertRow(db, t.supportMessage, {
    support_thread_id: thread,
    author_user_id: hauler.id,
    body: "The scale ticket says 49,210 and the load says 49,180. Can I still correct it?",
    page: "/trip-tickets",
    about: "version 0.3.0",
    created_at: ago(5),
  });
}
