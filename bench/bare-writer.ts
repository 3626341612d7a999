import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import Sqlite from "better-sqlite3";
import { type Change, type Changes, endWithParent, type Ran, tell } from "./messages";

/**
 * How fast the machine could write: node:http and better-sqlite3. Each post runs the statements that the app ran for
 * it, prepared once, in the same transactions and with the same durability (WAL, synchronous FULL: two commits, each on
 * the disk before it's answered). It checks, decides and hashes nothing; only ids and times are new.
 * `fork("bench/bare-writer.ts", [database file])`, then send the changes as a message. POST /create answers with where
 * the ticket is; POST /move/<id> changes its status.
 */
endWithParent();
const db = new Sqlite(process.argv[2] ?? "", { fileMustExist: true });
db.pragma("journal_mode = WAL");
db.pragma("synchronous = FULL");
db.pragma("foreign_keys = ON");

type Prepared = { run(args: unknown[]): { rows: unknown[][]; inserted: number }; ran: Ran };
function prepared(ran: Ran): Prepared {
  const statement = db.prepare(ran.sql);
  if (statement.reader) {
    statement.raw(true);
    return { ran, run: (args) => ({ rows: statement.all(...args) as unknown[][], inserted: 0 }) };
  }
  return {
    ran,
    run: (args) => ({ rows: [], inserted: Number(statement.run(...args).lastInsertRowid) }),
  };
}

/** Run a change again with its own values replaced wherever they appear, and return the last row. */
function replayed({ work, own }: Change) {
  const batches = work.map((batch) => batch.map(prepared));
  return (ticket: number | null): unknown => {
    const at = new Date().toISOString();
    const news = new Map<unknown, unknown>([
      [own.submission, randomUUID()],
      [own.at, at],
      ...(ticket === null ? [[own.uid, randomUUID()] as const] : [[own.ticket, ticket] as const]),
    ]);
    let row: unknown = 0;
    let last: unknown[] = [];
    const one = ({ ran, run }: Prepared) => {
      // The outcome is written into the row that was received; its id comes last in what is asked of it.
      const byRow = /^(UPDATE submission|SELECT result)/.test(ran.sql) ? ran.args.length - 1 : -1;
      const args = ran.args.map((arg, i) => {
        if (i === byRow) return row;
        if (news.has(arg)) return news.get(arg);
        return typeof arg === "boolean" ? Number(arg) : arg;
      });
      const { rows } = run(args);
      if (/^insert into "submission"/i.test(ran.sql)) row = rows[0]?.[0];
      last = rows[0] ?? last;
    };
    for (const batch of batches) {
      if (batch.length === 1) batch.forEach(one);
      else db.transaction(() => batch.forEach(one)).immediate();
    }
    return last[0];
  };
}

process.once("message", ({ create, move }: Changes) => {
  const [created, moved] = [replayed(create), replayed(move)];
  const server = createServer((request, response) => {
    request.resume();
    request.once("end", () => {
      const id = /^\/move\/(\d+)$/.exec(request.url ?? "")?.[1];
      const result = id ? moved(Number(id)) : created(null);
      const made = JSON.parse(String(result)) as { id: number };
      response.writeHead(303, { Location: `/move/${made.id}`, "Content-Length": 0 }).end();
    });
  });
  server.listen(0, "127.0.0.1", () => {
    tell({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  });
});
