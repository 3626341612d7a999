import { cpus } from "node:os";
import { addedTime, medians, type Round, ratio } from "./figures";

export const SERVERS = ["app", "floor", "bare"] as const;
export type Server = (typeof SERVERS)[number];
/** What was measured on one page, server by server, round by round. */
export type Measured = { page: string; rounds: Record<Server, Round[]> };
export type Run = {
  tickets: number;
  rounds: number;
  seconds: number;
  connections: number;
  peak: number | null;
  measured: Measured[];
};

const NAMES: Record<Server, string> = {
  app: "(a) Timbertally",
  floor: "(b) the same page in plain Remix, constant data",
  bare: "(c) node:http, better-sqlite3, the same statements and bytes",
};
/** What the project asks of itself. */
const AIMS = { floor: 0.8, bare: 0.25 };

/** The run as Markdown, which reads well on a screen too. */
export function report(run: Run, now: Date): string {
  const cpu = cpus();
  const lines = [
    `${now.toISOString().slice(0, 10)}; ${cpu.length} × ${cpu[0]?.model.trim() ?? "unknown CPU"}; Node ${process.versions.node}; ${run.tickets.toLocaleString("en-US")} tickets; ${run.connections} connections, Brotli; medians of ${run.rounds} rounds of ${run.seconds} s, the servers taking turns.`,
    "",
    ...table([
      ["page", "server", "requests a second", "p50 ms", "p95 ms"],
      ...run.measured.flatMap(({ page, rounds }) =>
        SERVERS.map((server, i) => {
          const { rps, p50, p95 } = medians(rounds[server]);
          return [i ? "" : page, NAMES[server], rps.toFixed(0), p50.toFixed(1), p95.toFixed(1)];
        }),
      ),
    ]),
    "",
    ...table([
      [
        "page",
        `a/b (aim ${AIMS.floor.toFixed(2)})`,
        `a/c (aim ${AIMS.bare.toFixed(2)})`,
        "what session, permissions and queries add",
      ],
      ...run.measured.map(({ page, rounds }) => [
        page,
        ratio(rounds.app, rounds.floor).toFixed(2),
        ratio(rounds.app, rounds.bare).toFixed(2),
        added(medians(rounds.app), medians(rounds.floor)),
      ]),
    ]),
    "",
    `Peak memory of the app's process: ${run.peak === null ? "not told by this system" : `${run.peak} MB`}.`,
  ];
  return lines.join("\n");
}

function added(app: Round, floor: Round): string {
  const time = addedTime(app, floor);
  return `${time.toFixed(2)} ms a request, ${((time * app.rps) / 10).toFixed(0)} %`;
}

function table(rows: string[][]): string[] {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map((row) => (row[i] ?? "").length)));
  const line = (cells: string[]) => `| ${cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(" | ")} |`;
  const [head = [], ...body] = rows;
  return [line(head), line(widths.map((w) => "-".repeat(w))), ...body.map(line)];
}

const START = "<!-- bench:start -->";
const END = "<!-- bench:end -->";

/** A document with what stands between its marks replaced. Throws where it has no marks. */
export function withReport(text: string, report: string): string {
  const [start, end] = [text.indexOf(START), text.indexOf(END)];
  if (start < 0 || end < start) throw new Error(`The document has no ${START} … ${END}.`);
  return `${text.slice(0, start + START.length)}\n${report}\n${text.slice(end)}`;
}
