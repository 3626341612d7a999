import { copyFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { SMALL_SERVER, serveDemo, startApp } from "../scripts/serve";
import { document, load, signIn } from "./load";
import { pagesOf } from "./pages";
import { PERSON } from "./person";
import { databaseOf, workFolder } from "./sets";

/**
 * `npm run bench:memory`: what the server's process holds (VmRSS), with the settings of the Dockerfile: half a minute after it is
 * ready, after each of the bench's pages was asked for thirty times, eight at once, and half a minute after that. Over the demo, and over
 * `--tickets 10000`, a set of the bench.
 */
const tickets = Number(process.argv.at(process.argv.indexOf("--tickets") + 1)) || 10_000;
const TIMES = 30;
const REST = 30_000;

const held = (pid: number | undefined) =>
  Math.round(Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024);
const rest = () => new Promise((resolve) => setTimeout(resolve, REST));

type Server = { url: string; child: { pid?: number | undefined } };
async function measure(what: string, { url, child }: Server, person: typeof PERSON) {
  await rest();
  const atRest = held(child.pid);
  const cookie = await signIn(url, person);
  const pages = Object.values(await pagesOf(url, cookie));
  for (const page of pages) {
    await document(url + page, cookie);
    await load({ url: url + page, pid: child.pid }, cookie, TIMES);
  }
  const after = held(child.pid);
  await rest();
  console.log(`| ${what} | ${atRest} | ${pages.length * TIMES} | ${after} | ${held(child.pid)} |`);
}

const stops: (() => unknown)[] = [];
try {
  console.log(
    "| over | at rest, MB | answers | after them | and at rest |\n| --- | ---: | ---: | ---: | ---: |",
  );
  const demo = await serveDemo(SMALL_SERVER);
  await measure("the demo", demo, { email: "manager@demo.test", password: "timber-demo-2026" }).finally(
    demo.stop,
  );
  const folder = workFolder(stops);
  const file = join(folder, "app.db");
  copyFileSync(databaseOf(tickets), file);
  const app = await startApp({
    DATABASE_URL: `file:${file}`,
    FILES_DIR: join(folder, "files"),
    ...SMALL_SERVER,
  });
  await app.ready();
  await measure(`${tickets.toLocaleString("en-US")} tickets`, app, PERSON).finally(app.stop);
} finally {
  for (const stop of stops.reverse()) await stop();
}
