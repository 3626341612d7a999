import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { stringify } from "csv-stringify";
import { writeXlsxStream } from "hucre/xlsx";
import PDFDocument from "pdfkit";
import QRCode from "qrcode";
import { evaluateCrews } from "~/domain/access/crew-permissions";
import { boostDocument } from "~/features/exports/boost";
import {
  allInWords,
  type Column,
  cellMaker,
  DEFAULT_TEMPLATES,
  type ExportRow,
  STANDARD_COLUMNS,
} from "~/features/exports/columns";
import { EXPORT_KINDS, type ExportKind, KIND_NAMES } from "~/features/exports/kinds";
import { LINE_COLUMNS } from "~/features/exports/pdf-layout";
import { CHUNK, exportRows } from "~/features/exports/rows.server";
import { bytesOf, chunksOf } from "~/features/exports/write.server";
import type { CompanyActor } from "~/web/actor";
import { openDatabase } from "../db/client.server";
import { TEST_SECRETS } from "../scripts/serve";
import { databaseOf } from "./sets";

/**
 * `npm run bench:exports`: as many tickets as a PDF may have, in every format: the app from the database to the bytes,
 * compared with the bare library writing the same rows from memory, each in its own process, with its peak memory.
 * `--rows 10000` of a set of `--tickets 200000`; `--only csv` for the formats whose name has it; `--write` puts the outcome into docs/benchmarks.md.
 */
const { values: given } = parseArgs({
  options: {
    rows: { type: "string", default: "10000" },
    tickets: { type: "string", default: "200000" },
    only: { type: "string", default: "" },
    child: { type: "string" },
    mode: { type: "string" },
    write: { type: "boolean", default: false },
  },
});
const [rows, tickets] = [Number(given.rows), Number(given.tickets)];
Object.assign(process.env, TEST_SECRETS);

type Outcome = { ms: number; megabytes: number; bytes: number; rows: number };

if (given.child) console.log(JSON.stringify(await measured(given.child as ExportKind, given.mode ?? "app")));
else compare();

/** Every format, the app and the bare library in turns; the table goes to the screen and, if asked, to the document. */
function compare() {
  databaseOf(tickets);
  const lines = [
    `${new Date().toISOString().slice(0, 10)}; ${cpus().length} × ${cpus()[0]?.model.trim()}; Node ${process.versions.node}; ${rows.toLocaleString("en-US")} tickets; milliseconds of processor time.`,
    "",
    "| export | app, ms | library, ms | app / library | app, peak MB | library, peak MB | file, KB |",
    "|---|---|---|---|---|---|---|",
  ];
  for (const kind of KIND_NAMES.filter((name) => name.includes(given.only))) {
    const [app, bare] = [inChild(kind, "app"), inChild(kind, "bare")];
    const cells = [
      EXPORT_KINDS[kind].label,
      app.ms.toFixed(0),
      bare.ms.toFixed(0),
      (app.ms / bare.ms).toFixed(1),
      app.megabytes.toFixed(0),
      bare.megabytes.toFixed(0),
      Math.round(app.bytes / 1000).toLocaleString("en-US"),
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

function inChild(kind: ExportKind, mode: string): Outcome {
  const args = ["--import", "tsx", fileURLToPath(import.meta.url), "--child", kind, "--mode", mode];
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [...args, "--rows", String(rows), "--tickets", String(tickets)],
    {
      encoding: "utf8",
      maxBuffer: 1 << 24,
    },
  );
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as Outcome;
}

async function measured(kind: ExportKind, mode: string): Promise<Outcome> {
  const db = await openDatabase({ url: `file:${databaseOf(tickets)}` });
  const { rows: found } = await db.client.execute({
    sql: "SELECT ticket_id, company_id FROM ticket_company WHERE company_id = (SELECT company_id FROM company_status_count GROUP BY 1 ORDER BY sum(n) DESC LIMIT 1) LIMIT ?",
    args: [rows],
  });
  const ids = found.map((row) => Number(row.ticket_id));
  const actor = {
    company: { id: Number(found[0]?.company_id) },
    permissions: evaluateCrews([{ isPrimary: true, rows: [] }]),
    zone: "America/Detroit",
  } as CompanyActor;
  const reader = { read: db.read, actor };
  const source = () => exportRows(reader, ids);
  const { type } = EXPORT_KINDS[kind];
  const columns =
    type === "FPA" || type === "LIMS" || type === "CARIBOU"
      ? DEFAULT_TEMPLATES[type].columns
      : STANDARD_COLUMNS;
  const held: ExportRow[] = [];
  // The library gets rows of which every fact is already in words.
  if (mode === "bare") for await (const chunk of source()) held.push(...chunk.map(allInWords));
  // Of the processor: other work on the machine changes it least.
  const started = process.cpuUsage();
  let bytes = 0;
  const body =
    mode === "bare"
      ? bare(kind, held, columns)
      : bytesOf(kind, chunksOf(reader, ids), columns, ",", "America/Detroit");
  for await (const piece of body) bytes += piece.byteLength;
  const { user, system } = process.cpuUsage(started);
  const ms = (user + system) / 1000;
  await db.close();
  return { ms, bytes, rows: ids.length, megabytes: process.resourceUsage().maxRSS / 1024 };
}

/** The same rows by the library alone, as its own documentation does it. */
async function* bare(
  kind: ExportKind,
  held: ExportRow[],
  columns: readonly Column[],
): AsyncGenerator<Uint8Array> {
  const { format } = EXPORT_KINDS[kind];
  if (format === "json") {
    yield Buffer.from(JSON.stringify(held.map(boostDocument)));
    return;
  }
  const cellsOf = cellMaker(columns);
  const cells = held.map(cellsOf);
  if (format === "csv") {
    const out = stringify({ bom: true, escape_formulas: true });
    for (const row of cells) out.write(row);
    out.end();
    yield* out as AsyncIterable<Uint8Array>;
    return;
  }
  if (format === "xlsx") {
    yield* writeXlsxStream(cells, { name: "Trip tickets" }) as unknown as AsyncIterable<Uint8Array>;
    return;
  }
  const doc = new PDFDocument({ size: "LETTER", layout: format === "lines" ? "landscape" : "portrait" });
  doc.fontSize(7.5);
  for (const [n, row] of held.entries()) {
    if (format === "pages" || (n > 0 && n % 42 === 0)) doc.addPage();
    if (format === "pages") {
      const { modules } = QRCode.create(String(row.link), { errorCorrectionLevel: "Q" });
      for (let y = 0; y < modules.size; y++)
        for (let x = 0; x < modules.size; x++) if (modules.get(y, x)) doc.rect(400 + x * 2, 40 + y * 2, 2, 2);
      doc.fill();
      for (const [at, cell] of cellsOf(row).entries()) doc.text(String(cell ?? ""), 48, 60 + at * 14);
    } else {
      let x = 36;
      for (const { key, width } of LINE_COLUMNS) {
        doc.text(String(row[key] ?? ""), x, 60 + (n % 42) * 12, { width, height: 9, ellipsis: true });
        x += width;
      }
    }
  }
  doc.end();
  yield* doc as unknown as AsyncIterable<Uint8Array>;
}

// The app reads so many at once; a set that is smaller than that would measure nothing.
if (rows < CHUNK) throw new Error(`Measure ${CHUNK} rows at least.`);
