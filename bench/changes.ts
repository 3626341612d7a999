import { randomUUID } from "node:crypto";
import { openDatabase } from "#db/client.server";
import { acting } from "#db/testing/acting";
import { JOB_STATUS } from "~/domain/jobs/job-status";

import { COUNTED } from "~/features/skynet/counts.server";
import { createTicket } from "~/features/trip-tickets/create.server";
import { moveTicket } from "~/features/trip-tickets/move.server";
import { type Change, type Changes, endWithParent, type Ran, tell } from "./messages";
import { PERSON } from "./person";

/**
 * Creates a ticket and changes its status once, by the app's own procedures, and tells every statement of both: who
 * asks, what is read, and the batches that are committed. For the bare server to write the same rows.
 *
 * `fork("bench/changes.ts", [database file])`, which must be a copy: it is written to.
 */
endWithParent();
let work: Ran[][] = [];
const opened = await openDatabase({
  url: `file:${process.argv[2]}`,
  logger: { logQuery: (sql: string, args: unknown[]) => void work.push([{ sql, args }]) },
});
const db: typeof opened = {
  ...opened,
  batch(statements, options) {
    work.push(statements.map(({ sql, params }) => ({ sql, args: params })));
    return opened.batch(statements, options);
  },
};
const one = async (sql: string, ...args: (string | number)[]) => {
  const { rows } = await db.client.execute({ sql, args });
  return rows[0] as Record<string, unknown>;
};

// A site counts all of its past once, in its first minutes; what is measured here is a site that counted last night.
await one("INSERT INTO site_mark (name, said, at) VALUES (?, 'ok', ?)", COUNTED, new Date().toISOString());

const person = await one("SELECT id, default_company_id AS company FROM user WHERE email = ?", PERSON.email);
const company = Number(person.company);
// A job of the middle: neither the one with most loads nor the one with fewest.
const OWN = `FROM job WHERE request_user_company_id = ? AND job_status_id = ${JOB_STATUS.active}`;
const { n } = await one(`SELECT count(*) AS n ${OWN}`, company);
const middle = await one(`SELECT id ${OWN} ORDER BY id LIMIT 1 OFFSET ${Math.floor(Number(n) / 2)}`, company);
const job = Number(middle.id);
const destination = Number((await one("SELECT min(id) AS id FROM job_destination WHERE job_id = ?", job)).id);

async function changed(
  act: (who: Awaited<ReturnType<typeof acting>>, submission: string) => Promise<number>,
) {
  const [submission, at] = [randomUUID(), new Date()];
  work = [];
  const ticket = await act(await acting(db, Number(person.id), company, () => at), submission);
  const done = work;
  const { uid } = await one("SELECT uid FROM trip_ticket WHERE id = ?", ticket);
  const own = { submission, uid: String(uid), ticket, at: at.toISOString() };
  return { work: done, own } satisfies Change;
}

const create = await changed(async (who, submission) => {
  const input = { job_id: job, job_destination_id: destination, product: "5-746-0" };
  return (await who.send(createTicket, createTicket.input.parse(input), submission)).id;
});
const made = create.own.ticket;
const move = await changed(async (who, submission) => {
  await who.send(moveTicket, { id: made, verb: "yard", version: 2 }, submission);
  return made;
});
await db.close();
tell({ job, destination, create, move } satisfies Changes);
process.disconnect();
