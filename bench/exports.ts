import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { evaluateCrews } from "~/domain/access/crew-permissions";
import { allInWords, DEFAULT_TEMPLATES, type ExportRow, STANDARD_COLUMNS } from "~/features/exports/columns";
import type { ExportSheet } from "~/features/exports/export-sheets.server";
import { EXPORT_KINDS, type ExportKind, KIND_NAMES, tooMany } from "~/features/exports/kinds";
import { CHUNK } from "~/features/exports/rows.server";
import { bytesOf, chunksOf } from "~/features/exports/write.server";
import type { CompanyActor } from "~/web/actor";
import { openDatabase } from "../db/client.server";
import { TEST_SECRETS } from "../scripts/serve";
import { bareRows, bareSheets, callsOf } from "./bare-exports";
import { databaseOf } from "./sets";

/**
 * `npm run bench:exports`: tickets in every format: the app from the database to the bytes, compared with the bare library
 * writing the same rows from memory, in turns, each in its own process, with its peak memory. The least of `--turns 3`, as
 * other work only ever adds. `--rows 1000,10000` of a set of `--tickets 250000`; `--only csv,pdf` for these formats; `--warm`
 * for processes that have written a file before, as a server has; `--write` puts the outcome into docs/benchmarks.md.
 */
const { values: given } = parseArgs({
  options: {
    rows: { type: "string", default: "1000,10000,40000,100000" },
    tickets: { type: "string", default: "250000" },
    turns: { type: "string", default: "3" },
    only: { type: "string", default: KIND_NAMES.join() },
    warm: { type: "boolean", default: false },
    child: { type: "string" },
    mode: { type: "string" },
    write: { type: "boolean", default: false },
  },
});
const [tickets, turns] = [Number(given.tickets), Number(given.turns)];
const sizes = given.rows.split(",").map(Number);
Object.assign(process.env, TEST_SECRETS);

/** How many times the bare library a file may take. */
const AIMS: Partial<Record<ExportKind, number>> = { csv: 2.5, xlsx: 2.5, pdf: 1.5 };

type Outcome = { ms: number; megabytes: number; bytes: number };

if (given.child)
  console.log(JSON.stringify(await measured(given.child as ExportKind, sizes[0] ?? 0, given.mode ?? "app")));
else compare();

/** Every format, the app and the bare library in turns; the table goes to the screen and, if asked, to the document. */
function compare() {
  databaseOf(tickets);
  const lines = [
    `${new Date().toISOString().slice(0, 10)}; ${cpus().length} × ${cpus()[0]?.model.trim()}; Node ${process.versions.node}; of ${tickets.toLocaleString("en-US")} tickets; milliseconds of processor time, the least of ${turns} turns${given.warm ? ", second files" : ""}.`,
    "",
    "| export | loads | app, ms | library, ms | app / library | aim | app, peak MB | library, peak MB | file, KB | library's file, KB |",
    "|---|---|---|---|---|---|---|---|---|---|",
  ];
  const kinds = KIND_NAMES.filter((name) => given.only.split(",").includes(name));
  for (const kind of kinds)
    for (const rows of sizes.filter((n) => tooMany(kind, n) === null)) {
      const [app, bare] = inTurns(kind, rows);
      const cells = [
        EXPORT_KINDS[kind].label,
        rows.toLocaleString("en-US"),
        app.ms.toFixed(0),
        bare.ms.toFixed(0),
        (app.ms / bare.ms).toFixed(2),
        AIMS[kind] ?? "",
        app.megabytes.toFixed(0),
        bare.megabytes.toFixed(0),
        ...[app, bare].map(({ bytes }) => Math.round(bytes / 1000).toLocaleString("en-US")),
      ];
      lines.push(`| ${cells.join(" | ")} |`);
      console.log(lines.at(-1));
    }
  if (!given.write) return;
  const docs = fileURLToPath(new URL("../docs/benchmarks.md", import.meta.url));
  const [start, end] = ["<!-- exports:start -->", "<!-- exports:end -->"];
  const text = readFileSync(docs, "utf8");
  const [before, after] = [text.indexOf(start), text.indexOf(end)];
  if (before < 0 || after < 0) throw new Error("docs/benchmarks.md has no place for the exports");
  writeFileSync(docs, `${text.slice(0, before)}${start}\n${lines.join("\n")}\n${text.slice(after)}`);
}

function inTurns(kind: ExportKind, rows: number): readonly [app: Outcome, bare: Outcome] {
  const runs = Array.from(
    { length: turns },
    () => [inChild(kind, rows, "app"), inChild(kind, rows, "bare")] as const,
  );
  const least = (found: Outcome[]): Outcome => ({
    bytes: found[0]?.bytes ?? 0,
    ms: Math.min(...found.map(({ ms }) => ms)),
    megabytes: Math.min(...found.map(({ megabytes }) => megabytes)),
  });
  return [least(runs.map(([app]) => app)), least(runs.map(([, bare]) => bare))];
}

function inChild(kind: ExportKind, rows: number, mode: string): Outcome {
  const args = ["--import", "tsx", fileURLToPath(import.meta.url), "--child", kind, "--mode", mode];
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [...args, "--rows", String(rows), "--tickets", String(tickets), ...(given.warm ? ["--warm"] : [])],
    { encoding: "utf8", maxBuffer: 1 << 24 },
  );
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as Outcome;
}

async function measured(kind: ExportKind, rows: number, mode: string): Promise<Outcome> {
  const db = await openDatabase({ url: `file:${databaseOf(tickets)}` });
  const { rows: found } = await db.client.execute({
    sql: "SELECT ticket_id, company_id FROM ticket_company WHERE company_id = (SELECT company_id FROM company_status_count GROUP BY 1 ORDER BY sum(n) DESC LIMIT 1) LIMIT ?",
    args: [rows],
  });
  if (found.length < rows) throw new Error(`The largest company sees ${found.length} tickets.`);
  const actor = {
    company: { id: Number(found[0]?.company_id) },
    permissions: evaluateCrews([{ isPrimary: true, rows: [] }]),
    zone: "America/Detroit",
  } as CompanyActor;
  const { type, format } = EXPORT_KINDS[kind];
  const columns =
    type === "FPA" || type === "LIMS" || type === "CARIBOU"
      ? DEFAULT_TEMPLATES[type].columns
      : STANDARD_COLUMNS;
  /** What writes these tickets; what the library has in memory is read before. */
  async function writing(ids: number[]): Promise<() => AsyncIterable<Uint8Array>> {
    const chunks = chunksOf({ read: db.read, actor }, ids);
    if (mode === "app") return () => bytesOf(kind, chunks, columns, ",", "America/Detroit");
    if (format === "pages") {
      const addresses: string[] = [];
      const calls = await callsOf(noted(chunks.sheets(), addresses));
      return () => bareSheets(calls, addresses);
    }
    const held: ExportRow[] = [];
    // The library gets rows of which every fact is already in words.
    for await (const chunk of chunks.rows()) held.push(...chunk.map(allInWords));
    return () => bareRows(format, held, columns);
  }
  const ids = found.map((row) => Number(row.ticket_id));
  if (given.warm) for await (const _ of (await writing(ids.slice(0, 4 * CHUNK)))());
  const write = await writing(ids);
  // Of the processor: other work on the machine changes it least.
  const started = process.cpuUsage();
  let bytes = 0;
  for await (const piece of write()) bytes += piece.byteLength;
  const { user, system } = process.cpuUsage(started);
  await db.close();
  return { bytes, ms: (user + system) / 1000, megabytes: process.resourceUsage().maxRSS / 1024 };
}

async function* noted(sheets: AsyncIterable<ExportSheet[]>, addresses: string[]) {
  for await (const chunk of sheets) {
    addresses.push(...chunk.map(({ sheet }) => sheet.address));
    yield chunk;
  }
}

// The app reads so many at once; a set that is smaller than that would measure nothing.
if (sizes.some((n) => !(n >= CHUNK))) throw new Error(`Measure ${CHUNK} rows at least.`);
