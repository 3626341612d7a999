import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { user } from "#db/schema";
import { isMailReadable } from "~/lib/mail/channels.server";
import { buildRequestedMessageSteps } from "~/lib/mail/write.server";
import { defineTask, type TaskContext } from "~/lib/queue/work.server";
import { formatCount } from "~/lib/text/text";
import { fromLocal, getDay, isZone } from "~/lib/time/time";
import { createActor, FALLBACK_ZONE } from "~/web/actor.server";
import type { App } from "~/web/app.server";
import { ConcurrentWriteError, commitSteps, expectOneRow } from "~/web/commit.server";
import { formatDigest } from "../rules/digest";
import { getNotificationTypes, NOTIFICATION, NOTIFICATION_TYPE_IDS } from "../rules/notices";
import { buildUnsubscribePath } from "./stopping.server";
import { emailPreferenceSql } from "./ways.server";

/** Local hour at which the daily digest is sent. */
const HOUR = "06:00";
const AT_ONCE = 200;
/** Maximum age of news in a digest, which limits a person's first digest and a digest after a long pause. */
const OLDEST_MS = 7 * 86_400_000;

/**
 * Send the daily digest of unread news to people whose local time is past six in the morning. Runs every quarter of an
 * hour, on one server for all. Later news waits for the next morning.
 */
export const sendDigestsTask = defineTask({
  name: "daily list of news",
  input: z.strictObject({}),
  every: 15,
  able: isMailReadable,
  run: (app, _input, doing) => digestAll(app, doing),
});

async function digestAll(app: App, doing: Pick<TaskContext, "heartbeat">): Promise<void> {
  for (let after = 0; ; ) {
    const people = await peopleWithNews(app, after);
    for (const person of people) {
      await doing.heartbeat();
      await digest(app, person);
    }
    const last = people.at(-1);
    if (!last || people.length < AT_ONCE) return;
    after = last.id;
  }
}

type Person = { id: number; zone: string | null; until: string | null };

/**
 * Find people with an email and with unread news since their last digest, each with their own time zone or else their
 * company's.
 */
function peopleWithNews({ db, now }: App, after: number): Promise<Person[]> {
  // If the last digest is dated in the future, a server's clock ran ahead, so the date is ignored.
  const untilNow = sql`CASE WHEN d.until <= ${now().toISOString()} THEN d.until END`;
  return db.read
    .select({
      id: sql<number>`p.id`,
      zone: sql<string | null>`p.zone`,
      until: sql<string | null>`p.until`,
    })
    .from(
      sql`(SELECT u.id, ${untilNow} AS until, COALESCE(u.time_zone, (SELECT s.time_zone FROM company c JOIN us_state s ON s.id = c.us_state_id
            WHERE c.id = COALESCE(u.default_company_id, (SELECT w.company_id FROM crew_member m JOIN crew w ON w.id = m.crew_id
              WHERE m.user_id = u.id AND w.is_deleted = 0 ORDER BY w.id LIMIT 1)))) AS zone
          FROM user u LEFT JOIN notification_digest d ON d.user_id = u.id
         WHERE u.id > ${after} AND u.email IS NOT NULL AND EXISTS (SELECT 1 FROM notification_inbox i
           WHERE i.user_id = u.id AND i.read_at IS NULL AND i.dismissed_at IS NULL AND i.created_at > COALESCE(${untilNow}, ''))
         ORDER BY u.id LIMIT ${AT_ONCE}) p`,
    );
}

type Unread = { company_id: number | null; type: number; title: string; n: number; job: string | null };

async function digest({ db, now }: App, person: Person): Promise<void> {
  const date = now();
  const zone = person.zone && isZone(person.zone) ? person.zone : FALLBACK_ZONE;
  const six = fromLocal(`${getDay(date, zone)}T${HOUR}`, zone);
  if (!six || six > date.toISOString() || (person.until && person.until >= six)) return;
  const oldest = new Date(Date.parse(six) - OLDEST_MS).toISOString();
  const from = person.until && person.until > oldest ? person.until : oldest;
  const rows: Unread[] = await db.read
    .select({
      company_id: sql<number | null>`t.company_id`,
      type: sql<number>`t.type`,
      title: sql<string>`t.title`,
      n: sql<number>`t.n`,
      job: sql<string | null>`t.job`,
    })
    .from(
      sql`(SELECT i.company_id, n.notification_type_id AS type, n.title, i.occurrence_count AS n, j.name AS job
          FROM notification_inbox i CROSS JOIN notification n ON n.id = i.notification_id
          LEFT JOIN job j ON j.id = n.job_id
          LEFT JOIN notification_preference w ON w.user_id = i.user_id AND w.notification_type_id = n.notification_type_id
         WHERE i.user_id = ${person.id} AND i.read_at IS NULL AND i.dismissed_at IS NULL
           AND i.created_at > ${from} AND i.created_at <= ${six} AND ${emailPreferenceSql} = 'daily'
         ORDER BY i.created_at DESC, i.id DESC) t`,
    );
  const lines = await mayRead(db.read, person.id, rows);
  if (lines.length === 0) return;
  const [to] = await db.read.select({ email: user.email }).from(user).where(eq(user.id, person.id));
  if (!to?.email) return;
  const mail = {
    to: to.email,
    subject: `${formatCount(lines.length, "thing", "things")} you haven't read`,
    text: formatDigest(lines),
    path: "/notifications",
    stop: buildUnsubscribePath(person.id, "daily"),
  };
  // The record of the digest and its mail are saved in one batch, so another server that sends the same digest finds
  // the record and stops.
  const mark = expectOneRow(sql`INSERT INTO notification_digest (user_id, until) VALUES (${person.id}, ${six})
    ON CONFLICT (user_id) DO UPDATE SET until = excluded.until
      WHERE until < excluded.until OR until > ${date.toISOString()}`);
  await commitSteps(
    db,
    [mark, ...buildRequestedMessageSteps({ now: date }, "mail", mail, null)],
    {},
    null,
  ).catch((error) => {
    if (!(error instanceof ConcurrentWriteError)) throw error;
  });
}

/**
 * Keep the news that the person may read today: from companies that they belong to, and of kinds that their crews may
 * see.
 */
async function mayRead(read: App["db"]["read"], id: number, rows: readonly Unread[]): Promise<Unread[]> {
  const [person] = await read.select().from(user).where(eq(user.id, id));
  if (!person) return [];
  const kinds = new Map<number | null, ReadonlySet<number>>([[null, new Set(NOTIFICATION_TYPE_IDS)]]);
  for (const { company_id } of rows) {
    if (kinds.has(company_id)) continue;
    const { company, permissions } = await createActor(read, person, company_id, null);
    kinds.set(company_id, new Set(company ? getNotificationTypes(permissions) : []));
  }
  return rows.filter(({ company_id, type }) => kinds.get(company_id)?.has(type || NOTIFICATION.general));
}
