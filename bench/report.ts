import { cpus, loadavg, totalmem } from "node:os";
import { growth, medians, type Round, ratio } from "./figures";

export const READERS = ["app", "floor", "matched", "bare"] as const;
/** What writes is compared with the bare server alone: no framework has a floor for a disk. */
export const WRITERS = ["app", "bare"] as const;
export type Server = (typeof READERS)[number];
/** What was measured of one page or change over one set, server by server, round by round. */
export type Measured = { what: string; tickets: number; rounds: Record<Server, Round[]> };
/** A second look at a page that the browser holds: its rounds, and the bytes of one answer; null where no browser may hold it. */
export type Second = { what: string; tickets: number; bytes: number; rounds: Round[] };
/** What was measured at one pace over sets of growing size. */
export type Grown = { what: string; pace: number; sizes: { tickets: number; rounds: Round[] }[] };
export type Run = {
  rounds: number;
  answers: number;
  /** How many answers of each page, and changes of each kind, came before any was counted. */
  warm: number;
  connections: number;
  reads: Measured[];
  again: Second[];
  writes: Measured[];
  grown: Grown[];
  peaks: { tickets: number; megabytes: number | null; database: number }[];
};

/** What the project asks of itself. */
const AIMS = { floor: 0.9, bare: 0.2, growth: 1.3, second: 1.5 };

const many = (n: number) => n.toLocaleString("en-US");

/** The run as Markdown, which reads well on a screen too. */
export function report(run: Run, now: Date): string {
  const cpu = cpus();
  const machine = `${cpu.length} × ${cpu[0]?.model.trim() ?? "unknown CPU"}, ${Math.round(totalmem() / 2 ** 30)} GB`;
  return [
    `${now.toISOString().slice(0, 10)}, load ${loadavg()[0]?.toFixed(0)} in the end; ${machine}; Node ${process.versions.node}; ${run.connections} connections, Brotli; medians of ${run.rounds} rounds of ${run.answers} answers after ${many(run.warm)} that weren't counted, the servers taking turns. Milliseconds of the server's processor for each answer, and ratios of them: (a) Timbertally, (b) the same page in plain Remix with constant data, (b') the same with our matcher, (c) node:http and better-sqlite3 with the same statements and bytes. The clock's figures are those of a machine that others use.`,
    "",
    ...table([
      [
        "page",
        "tickets",
        "(a) ms",
        "(b) ms",
        "(b') ms",
        "(c) ms",
        `a/b (aim ${AIMS.floor.toFixed(1)})`,
        "a/b'",
        `a/c (aim ${AIMS.bare.toFixed(1)})`,
        "(a) a second",
        "p50, p95 by the clock",
      ],
      ...run.reads.map(({ what, tickets, rounds }) => [
        what,
        many(tickets),
        ...READERS.map((server) => medians(rounds[server]).cpu.toFixed(2)),
        ratio(rounds.app, rounds.floor).toFixed(2),
        ratio(rounds.app, rounds.matched).toFixed(2),
        ratio(rounds.app, rounds.bare).toFixed(2),
        ...figures(medians(rounds.app)),
      ]),
      ...[...new Set(run.reads.map(({ tickets }) => tickets))].map((tickets) => sums(run.reads, tickets)),
    ]),
    "",
    ...table([
      ["a second look", "tickets", `ms (aim ${AIMS.second})`, "bytes"],
      ...run.again.map(({ what, tickets, bytes, rounds }) => [
        what,
        many(tickets),
        rounds.length ? medians(rounds).cpu.toFixed(2) : "made again each time",
        rounds.length ? many(bytes) : "",
      ]),
    ]),
    "",
    ...table([
      ["change", "tickets", "(a) ms", "(c) ms", "a/c", "(a) a second", "p50, p95 by the clock"],
      ...run.writes.map(({ what, tickets, rounds }) => [
        what,
        many(tickets),
        medians(rounds.app).cpu.toFixed(2),
        medians(rounds.bare).cpu.toFixed(2),
        ratio(rounds.app, rounds.bare).toFixed(2),
        ...figures(medians(rounds.app)),
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

/** What all pages over one set take together. */
function sums(reads: readonly Measured[], tickets: number): string[] {
  const all = reads.filter((read) => read.tickets === tickets);
  const sum = (server: Server) => all.reduce((total, { rounds }) => total + medians(rounds[server]).cpu, 0);
  const [app, ...others] = READERS.map(sum);
  return [
    `${all.length} pages added up`,
    many(tickets),
    ...[app ?? 0, ...others].map((ms) => ms.toFixed(1)),
    ...others.map((ms) => (ms / (app ?? 0)).toFixed(2)),
    "",
    "",
  ];
}

const figures = ({ rps, p50, p95 }: Round) => [rps.toFixed(0), `${p50.toFixed(1)}, ${p95.toFixed(1)}`];

/** Nothing grows where there is one size only. */
function growthTable(grown: Grown[]): string[] {
  const sizes = grown[0]?.sizes.map(({ tickets }) => many(tickets)) ?? [];
  if (sizes.length < 2) return ["Growth is not told: there was one size only."];
  return table([
    [
      "at a steady pace, ms of the processor (p95 by the clock)",
      "a second",
      ...sizes,
      "processor, last over first",
      `p95, last over first (aim below ${AIMS.growth.toFixed(2)})`,
    ],
    ...grown.map(({ what, pace, sizes }) => {
      const [small, large] = [sizes.at(0)?.rounds ?? [], sizes.at(-1)?.rounds ?? []];
      return [
        what,
        String(pace),
        ...sizes.map(({ rounds }) => {
          const { cpu, p95 } = medians(rounds);
          return `${cpu.toFixed(1)} (${p95.toFixed(1)})`;
        }),
        ratio(small, large).toFixed(2),
        growth(small, large).toFixed(2),
      ];
    }),
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
