import { cpus, totalmem } from "node:os";
import { addedTime, growth, medians, type Round, ratio } from "./figures";

export const READERS = ["app", "floor", "bare"] as const;
/** What writes is compared with the bare server alone: no framework has a floor for a disk. */
export const WRITERS = ["app", "bare"] as const;
export type Server = (typeof READERS)[number];
/** What was measured of one page or change over one set, server by server, round by round. */
export type Measured = { what: string; tickets: number; rounds: Record<Server, Round[]> };
/** What was measured at one pace over sets of growing size. */
export type Grown = { what: string; pace: number; sizes: { tickets: number; rounds: Round[] }[] };
export type Run = {
  rounds: number;
  seconds: number;
  connections: number;
  reads: Measured[];
  writes: Measured[];
  grown: Grown[];
  peaks: { tickets: number; megabytes: number | null; database: number }[];
};

/** What the project asks of itself. */
const AIMS = { floor: 0.8, bare: 0.25, growth: 1.3 };

const many = (n: number) => n.toLocaleString("en-US");

/** The run as Markdown, which reads well on a screen too. */
export function report(run: Run, now: Date): string {
  const cpu = cpus();
  const machine = `${cpu.length} × ${cpu[0]?.model.trim() ?? "unknown CPU"}, ${Math.round(totalmem() / 2 ** 30)} GB`;
  return [
    `${now.toISOString().slice(0, 10)}; ${machine}; Node ${process.versions.node}; ${run.connections} connections, Brotli; medians of ${run.rounds} rounds of ${run.seconds} s, the servers taking turns. (a) Timbertally, (b) the same page in plain Remix with constant data, (c) node:http and better-sqlite3 with the same statements and bytes; requests a second.`,
    "",
    ...table([
      [
        "page",
        "tickets",
        "(a)",
        "p50 ms",
        "p95 ms",
        "(b)",
        "(c)",
        `a/b (aim ${AIMS.floor.toFixed(2)})`,
        `a/c (aim ${AIMS.bare.toFixed(2)})`,
        "session, permissions and queries add",
      ],
      ...run.reads.map(({ what, tickets, rounds }) => [
        what,
        many(tickets),
        ...figures(medians(rounds.app)),
        medians(rounds.floor).rps.toFixed(0),
        medians(rounds.bare).rps.toFixed(0),
        ratio(rounds.app, rounds.floor).toFixed(2),
        ratio(rounds.app, rounds.bare).toFixed(2),
        added(medians(rounds.app), medians(rounds.floor)),
      ]),
    ]),
    "",
    ...table([
      ["change", "tickets", "(a)", "p50 ms", "p95 ms", "(c)", "a/c"],
      ...run.writes.map(({ what, tickets, rounds }) => [
        what,
        many(tickets),
        ...figures(medians(rounds.app)),
        medians(rounds.bare).rps.toFixed(0),
        ratio(rounds.app, rounds.bare).toFixed(2),
      ]),
    ]),
    "",
    ...growthTable(run.grown),
    "",
    ...table([
      ["tickets", "database", "most memory of the app's process"],
      ...run.peaks.map(({ tickets, megabytes, database }) => [
        many(tickets),
        `${many(database)} MB`,
        megabytes === null ? "not told by this system" : `${megabytes} MB`,
      ]),
    ]),
  ].join("\n");
}

const figures = ({ rps, p50, p95 }: Round) => [rps.toFixed(0), p50.toFixed(1), p95.toFixed(1)];

function added(app: Round, floor: Round): string {
  const time = addedTime(app, floor);
  return `${time.toFixed(2)} ms, ${((time * app.rps) / 10).toFixed(0)} %`;
}

/** Nothing grows where there is one size only. */
function growthTable(grown: Grown[]): string[] {
  const sizes = grown[0]?.sizes.map(({ tickets }) => many(tickets)) ?? [];
  if (sizes.length < 2) return ["Growth is not told: there was one size only."];
  return table([
    [
      "p50 / p95 ms at a steady pace",
      "a second",
      ...sizes,
      `p95, last over first (aim below ${AIMS.growth.toFixed(2)})`,
    ],
    ...grown.map(({ what, pace, sizes }) => [
      what,
      String(pace),
      ...sizes.map(({ rounds }) => {
        const { p50, p95 } = medians(rounds);
        return `${p50.toFixed(1)} / ${p95.toFixed(1)}`;
      }),
      growth(sizes.at(0)?.rounds ?? [], sizes.at(-1)?.rounds ?? []).toFixed(2),
    ]),
  ]);
}

function table(rows: string[][]): string[] {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map((row) => (row[i] ?? "").length)));
  const line = (cells: string[]) => `| ${cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(" | ")} |`;
  const [head = [], ...body] = rows;
  return [line(head), line(widths.map((w) => "-".repeat(w))), ...body.map(line)];
}

const START = "<!-- bench:start -->";
const END = "<!-- bench:end -->";

/** Replace the text between a document's marks. Throws if it has no marks. */
export function withReport(text: string, report: string): string {
  const [start, end] = [text.indexOf(START), text.indexOf(END)];
  if (start < 0 || end < start) throw new Error(`The document has no ${START} … ${END}.`);
  return `${text.slice(0, start + START.length)}\n${report}\n${text.slice(end)}`;
}
