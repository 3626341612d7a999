import { stringify } from "csv-stringify/sync";
import { escapeFormulaCell } from "~/lib/text/csv-guard";
import { formatHeadingZone } from "~/lib/time/read-when";
import type { OwnerLoad } from "./loads.server";

/** Columns are listed one by one, so that no other field of a load leaks out. */
const COLUMNS: readonly [string, (load: OwnerLoad) => string | number | null][] = [
  ["Load", (l) => l.load_number],
  ["Ticket", (l) => l.number],
  ["Status", (l) => l.stage],
  ["Loaded", (l) => l.loaded],
  ["Received", (l) => l.received],
  ["Facility", (l) => l.facility],
  ["Address", (l) => l.address],
  ["Product", (l) => l.product],
  ["Species", (l) => l.species],
  ["Gross", (l) => l.gross],
  ["Tare", (l) => l.tare],
  ["Net", (l) => l.net],
  ["Amount", (l) => l.volume],
  ["Estimate", (l) => (l.is_estimate ? "yes" : "no")],
  ["Deducted", (l) => l.deduction],
  ["Scale ticket", (l) => l.scale_ticket],
  ["Scaled", (l) => l.scaled_at],
  ["Logger", (l) => l.logger],
  ["Hauler", (l) => l.hauler],
  ["Loader", (l) => l.loader_machine],
];

/** Columns of times, which are by the clock of the job. */
const TIMES = ["Loaded", "Received", "Scaled"];

/** Yield a land owner's loads as spreadsheet lines, in batches. The headings of times name the zone of the job. */
export async function* writeLoadsCsv(
  parts: AsyncIterable<OwnerLoad[]>,
  zone: string,
): AsyncGenerator<Uint8Array> {
  const bytes = (rows: (string | number | null)[][], bom: boolean) =>
    Buffer.from(
      stringify(
        rows.map((row) => row.map((cell) => escapeFormulaCell(cell))),
        { bom, escape_formulas: true },
      ),
    );
  const head = COLUMNS.map(([name]) =>
    TIMES.includes(name) ? `${name} (${formatHeadingZone(zone)})` : name,
  );
  yield bytes([head], true);
  for await (const loads of parts)
    yield bytes(
      loads.map((load) => COLUMNS.map(([, of]) => of(load))),
      false,
    );
}
