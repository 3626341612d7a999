import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { type App, startApp, TEST_SECRETS } from "../scripts/serve";
import { start } from "./children";
import { type Round, sameSize } from "./figures";
import { type Asked, document, flood, heldAs, load, signIn } from "./load";
import type { Changes, Floor, Listening } from "./messages";
import { type Acts, barePosts, CHANGES, formsOf, pagesOf } from "./pages";
import { PERSON } from "./person";
import { type Measured, READERS, type Second, WRITERS } from "./report";
import { workFolder } from "./sets";

export type Effort = { rounds: number; answers: number; warm: number };
type Stops = (() => unknown)[];

/** The app over a copy of a set, signed in to, and everything that is asked of it. */
export type Subject = {
  tickets: number;
  set: string;
  file: string;
  app: App;
  cookie: string;
  pages: Record<string, string>;
  changes: Changes;
  forms: Acts;
};

/** Starts the app over a copy of a set; what has to be undone in the end is handed to `stops`. */
export async function subjectOf(tickets: number, set: string, stops: Stops, only = ""): Promise<Subject> {
  const folder = workFolder(stops);
  const file = join(folder, "app.db");
  copyFileSync(set, file);
  const { said: changes, gone } = await start<Changes>("changes.ts", [file], TEST_SECRETS);
  await gone;
  // Its log at the level that it has in production, into nothing.
  const settings = { DATABASE_URL: `file:${file}`, FILES_DIR: join(folder, "files"), LOG_LEVEL: "info" };
  const app = await startApp(settings, { output: "ignore" });
  stops.push(app.stop);
  // However this ends; the others notice by themselves that their parent is gone.
  process.once("exit", () => app.child.kill("SIGTERM"));
  await app.ready();
  const cookie = await signIn(app.url, PERSON);
  const all = await pagesOf(app.url, cookie);
  const pages = Object.fromEntries(
    Object.entries(all).filter(([what]) => only.split(",").some((word) => what.includes(word))),
  );
  return { tickets, set, file, app, cookie, pages, changes, forms: formsOf(app.url, cookie, changes) };
}

/** Every page at full load: the app, plain Remix and the bare server take turns. */
export async function compareReads(subject: Subject, { rounds, answers, warm }: Effort): Promise<Measured[]> {
  const { app, cookie, pages, file, tickets } = subject;
  const paths = Object.values(pages);
  const env = { DATABASE_URL: `file:${file}`, PUBLIC_URL: app.url, WEATHER: "demo", ...TEST_SECRETS };
  // What a page asks for when it is first seen (the weather of a job) has come when it is measured.
  for (const page of paths) await document(app.url + page, cookie);
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  const floor = await start<Floor>("floor.ts", [cookie, ...paths], env);
  for (const { path, ran } of floor.said.captures)
    if (ran.length === 0)
      throw new Error(`${path} asked nothing of the database, so (c) would have nothing to do.`);
  const bare = await start<Listening>("bare.ts", [file], {}, floor.said.captures);
  const servers = {
    app: { url: app.url, pid: app.child.pid },
    floor: { url: floor.said.url, pid: floor.child.pid },
    matched: { url: floor.said.matched, pid: floor.child.pid },
    bare: { url: bare.said.url, pid: bare.child.pid },
  };
  const at = (server: keyof typeof servers, page: string): Asked => ({
    url: servers[server].url + page,
    pid: servers[server].pid,
  });
  try {
    await checkSizes(paths, servers, cookie);
    for (const page of paths) for (const server of READERS) await load(at(server, page), cookie, warm);
    const measured = Object.keys(pages).map((what) => measuredAs(what, tickets));
    for (let round = 0; round < rounds; round++)
      for (const [i, page] of paths.entries())
        await inTurns(measured[i], READERS, round, (server) => load(at(server, page), cookie, answers));
    await checkSizes(paths, servers, cookie);
    return measured;
  } finally {
    await floor.stop();
    await bare.stop();
  }
}

/** A second look at each page that a browser may hold: nothing but its head. */
export async function compareAgain({ app, cookie, pages, tickets }: Subject, { rounds, answers }: Effort) {
  const again: Second[] = [];
  for (const [what, page] of Object.entries(pages)) {
    const at = { url: app.url + page, pid: app.child.pid };
    // Lists remember themselves in a cookie, so the browser's second look is asked with what the first one set.
    const second: Second = { what, tickets, bytes: 0, rounds: [] };
    for (let round = 0; round < rounds; round++) {
      // Looked at again before each round: a quarter of an hour that ends, or what the site itself writes, makes it another page.
      const held = await heldAs(at.url, cookie);
      if (!held) break;
      second.bytes = held.bytes;
      second.rounds.push(await load(at, cookie, answers, held));
    }
    again.push(second);
  }
  return again;
}

/** Both changes at full load: the app's forms and the bare server, each over a set of its own. */
export async function compareWrites(
  subject: Subject,
  { rounds, answers, warm }: Effort,
): Promise<Measured[]> {
  const { set, tickets, changes, forms } = subject;
  const stops: Stops = [];
  const copy = join(workFolder(stops), "bare.db");
  copyFileSync(set, copy);
  const bare = await start<Listening>("bare-writer.ts", [copy], {}, changes);
  const acts = { app: forms, bare: barePosts(bare.said.url) };
  const pids = { app: subject.app.child.pid, bare: bare.child.pid };
  try {
    for (const what of CHANGES)
      for (const server of WRITERS) await flood(acts[server][what], warm, pids[server]);
    const measured = CHANGES.map((what) => measuredAs(what, tickets));
    for (let round = 0; round < rounds; round++)
      for (const [i, what] of CHANGES.entries())
        await inTurns(measured[i], WRITERS, round, (server) =>
          flood(acts[server][what], answers, pids[server]),
        );
    return measured;
  } finally {
    await bare.stop();
    for (const stop of stops) await stop();
  }
}

const measuredAs = (what: string, tickets: number): Measured => ({
  what,
  tickets,
  rounds: { app: [], floor: [], matched: [], bare: [] },
});

/** One round of each server; nobody is always first. */
async function inTurns<S extends (typeof READERS)[number]>(
  measured: Measured | undefined,
  servers: readonly S[],
  round: number,
  act: (server: S) => Promise<Round>,
) {
  const told: string[] = [];
  for (let turn = 0; turn < servers.length; turn++) {
    const server = servers[(turn + round) % servers.length] as S;
    const result = await act(server);
    measured?.rounds[server].push(result);
    told.push(`${server} ${result.cpu.toFixed(2)} ms`);
  }
  console.log(`${measured?.tickets}, round ${round + 1}, ${measured?.what}: ${told.sort().join(", ")}`);
}

/** Three servers that answer with documents of different sizes cannot be compared. */
async function checkSizes(
  paths: string[],
  servers: Record<(typeof READERS)[number], { url: string }>,
  cookie: string,
) {
  for (const page of paths) {
    const sizes: number[] = [];
    for (const server of READERS)
      sizes.push(Buffer.byteLength(await document(servers[server].url + page, cookie)));
    const [app = 0] = sizes;
    if (sizes.some((size) => !sameSize(app, size)))
      throw new Error(`The answers to ${page} differ in size: ${sizes.join(", ")}`);
  }
}
