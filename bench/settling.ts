import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { TEST_SECRETS } from "../scripts/serve";
import { workFolder } from "./sets";
import { copyOf } from "./settling-set";

/**
 * `npm run bench:settling`: the performance table of settlements. The app prices and posts all loads of a large set by its own
 * procedures, compared with the same claims, lines and statements written by SQL over the whole set; then payments, what
 * people open, and what completing a load costs more where it is paid for. Each is a process of its own.
 * `--tickets 100000`; `--write` puts the outcome into docs/benchmarks.md.
 */
const { values: given } = parseArgs({
  options: {
    tickets: { type: "string", default: "100000" },
    small: { type: "string", default: "10000" },
    write: { type: "boolean", default: false },
  },
});
const tickets = Number(given.tickets);
const small = Number(given.small);
Object.assign(process.env, TEST_SECRETS);

const WORK = fileURLToPath(new URL("settling-work.ts", import.meta.url));
const folder = workFolder([]);

/** What a measured process says; seconds are of the processor, which other work on the machine changes least. */
export type Measured = { cpu: number; wall: number; claims: number; megabytes: number; gap: number } & Record<
  string,
  number
>;

function inChild(what: string, path: string): Measured {
  const done = spawnSync(process.execPath, ["--import", "tsx", "--expose-gc", WORK, what, path], {
    stdio: ["ignore", "pipe", "inherit"],
    encoding: "utf8",
    maxBuffer: 1e8,
  });
  if (done.status !== 0) throw new Error(`${what} failed`);
  return JSON.parse(done.stdout.trim().split("\n").at(-1) ?? "");
}

const copied = (what: string, size = tickets) => copyOf(size, join(folder, `${what}.db`));
const n = (x: number) => Math.round(x).toLocaleString("en-US");
const s = (x: number) => `${x.toFixed(1)} s`;
const ms = (x: number) => `${x.toFixed(2)} ms`;
const lines = [
  `${new Date().toISOString().slice(0, 10)}; ${cpus().length} × ${cpus()[0]?.model.trim()}; Node ${process.versions.node}; ${n(tickets)} tickets; seconds of processor time.`,
  "",
  "| what | aim | measured |",
  "| --- | --- | --- |",
];
const row = (what: string, aim: string, measured: string) => {
  lines.push(`| ${what} | ${aim} | ${measured} |`);
  console.log(lines.at(-1));
};

const path = copied("app");
const app = inChild("app", path);
const raw = inChild("raw", copied("raw"));
row(
  `price and post ${n(tickets)} tickets (${n(app.claims)} claims, ${n(app.statements ?? 0)} statements)`,
  "5 times raw SQL at most",
  `${(app.cpu / raw.cpu).toFixed(1)} times: ${s(app.cpu)} for ${s(raw.cpu)} (${s(app.wall)} and ${s(raw.wall)} by the clock)`,
);
row("of it pricing, and posting", "", `${s(app.pricing ?? 0)}, ${s(app.posting ?? 0)}`);
row(
  "longest gap of the loop; memory more than before",
  "100 ms; 100 MB",
  `${n(app.gap)} ms; ${n(app.megabytes)} MB`,
);
const pay = inChild("pay", path);
row(
  `pay ${n(pay.statements ?? 0)} statements of ${n(pay.claims)} claims`,
  "2 s",
  `${s(pay.cpu)} (${s(pay.wall)} by the clock)`,
);
row("longest gap of the loop while they are paid", "100 ms", `${n(pay.gap)} ms`);
const [few, many] = [small, tickets].map((size) => inChild("reads", copied("reads", size)));
if (!few || !many) throw new Error("nothing was read");
row(
  `To pay, ${n(many.claims)} claims`,
  "5 ms of SQL",
  `${ms(many.toPay ?? 0)} (${ms(few.toPay ?? 0)} over ${n(few.claims)})`,
);
row(
  "a statement's page, 100 lines, p95",
  `1.3 times that over ${n(small)} tickets`,
  few.page
    ? `${((many.page ?? 0) / few.page).toFixed(2)} times: ${ms(many.page ?? 0)}`
    : `${ms(many.page ?? 0)}; the smaller set has no statement so long`,
);
const before = inChild("before", copied("before"));
const done = inChild("complete", copied("complete"));
/** A load that nobody is paid for, without reading what it would be paid by. */
const bare = ({ unpaid = 0, facts = 0 }: Measured) => unpaid - facts;
const dearer = (than: number) => `${(((done.paid ?? 0) / than - 1) * 100).toFixed(0)} %`;
row(
  "completing a load that is paid for, beside a completion before claims were kept",
  "15 % dearer at most",
  `${dearer(bare(before))}: ${ms(done.paid ?? 0)} for ${ms(bare(before))}`,
);
row("the same beside a load that isn't paid for now", "", `${dearer(bare(done))}: ${ms(bare(done))}`);

if (given.write) {
  const docs = fileURLToPath(new URL("../docs/benchmarks.md", import.meta.url));
  const [start, end] = ["<!-- settling:start -->", "<!-- settling:end -->"];
  const text = readFileSync(docs, "utf8");
  const [before, after] = [text.indexOf(start), text.indexOf(end)];
  if (before < 0 || after < 0) throw new Error("docs/benchmarks.md has no place for settlements");
  writeFileSync(docs, `${text.slice(0, before)}${start}\n${lines.join("\n")}\n${text.slice(after)}`);
}
