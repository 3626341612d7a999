import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { type App, startApp, TEST_SECRETS } from "../scripts/serve";
import { start } from "./children";
import { type Round, sameSize } from "./figures";
import { document, flood, load, signIn } from "./load";
import type { Capture, Changes, Listening } from "./messages";
import { type Acts, barePosts, CHANGES, formsOf, pagesOf } from "./pages";
import { PERSON } from "./person";
import { type Measured, READERS, WRITERS } from "./report";
import { workFolder } from "./sets";

export type Effort = { rounds: number; seconds: number };
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
export async function subjectOf(tickets: number, set: string, stops: Stops): Promise<Subject> {
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
  const pages = await pagesOf(app.url, cookie);
  return { tickets, set, file, app, cookie, pages, changes, forms: formsOf(app.url, cookie, changes) };
}

/** Every page at full load: the app, plain Remix and the bare server take turns. */
export async function compareReads(subject: Subject, { rounds, seconds }: Effort): Promise<Measured[]> {
  const { app, cookie, pages, file, tickets } = subject;
  const paths = Object.values(pages);
  const env = { DATABASE_URL: `file:${file}`, PUBLIC_URL: app.url, ...TEST_SECRETS };
  const floor = await start<Listening & { captures: Capture[] }>("floor.ts", [cookie, ...paths], env);
  const bare = await start<Listening>("bare.ts", [file], {}, floor.said.captures);
  const urls = { app: app.url, floor: floor.said.url, bare: bare.said.url };
  try {
    await checkSizes(paths, urls, cookie);
    for (const page of paths) for (const server of READERS) await load(urls[server] + page, cookie, seconds);
    const measured = Object.keys(pages).map((what) => measuredAs(what, tickets));
    for (let round = 0; round < rounds; round++)
      for (const [i, page] of paths.entries())
        await inTurns(measured[i], READERS, round, (server) => load(urls[server] + page, cookie, seconds));
    await checkSizes(paths, urls, cookie);
    return measured;
  } finally {
    await floor.stop();
    await bare.stop();
  }
}

/** Both changes at full load: the app's forms and the bare server, each over a set of its own. */
export async function compareWrites(subject: Subject, { rounds, seconds }: Effort): Promise<Measured[]> {
  const { set, tickets, changes, forms } = subject;
  const stops: Stops = [];
  const copy = join(workFolder(stops), "bare.db");
  copyFileSync(set, copy);
  const bare = await start<Listening>("bare-writer.ts", [copy], {}, changes);
  const acts = { app: forms, bare: barePosts(bare.said.url) };
  try {
    for (const what of CHANGES) for (const server of WRITERS) await flood(acts[server][what], seconds);
    const measured = CHANGES.map((what) => measuredAs(what, tickets));
    for (let round = 0; round < rounds; round++)
      for (const [i, what] of CHANGES.entries())
        await inTurns(measured[i], WRITERS, round, (server) => flood(acts[server][what], seconds));
    return measured;
  } finally {
    await bare.stop();
    for (const stop of stops) await stop();
  }
}

const measuredAs = (what: string, tickets: number): Measured => ({
  what,
  tickets,
  rounds: { app: [], floor: [], bare: [] },
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
    told.push(`${server} ${result.rps.toFixed(0)}`);
  }
  console.log(`${measured?.tickets}, round ${round + 1}, ${measured?.what}: ${told.sort().join(", ")}`);
}

/** Three servers that answer with documents of different sizes cannot be compared. */
async function checkSizes(paths: string[], urls: Record<(typeof READERS)[number], string>, cookie: string) {
  for (const page of paths) {
    const sizes: number[] = [];
    for (const server of READERS) sizes.push(Buffer.byteLength(await document(urls[server] + page, cookie)));
    const [app = 0] = sizes;
    if (sizes.some((size) => !sameSize(app, size)))
      throw new Error(`The answers to ${page} differ in size: ${sizes.join(", ")}`);
  }
}
