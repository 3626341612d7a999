import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createClient } from "@libsql/client";
import { percentile } from "../../../scripts/bench/figures";
import { startEdge } from "../../../scripts/edge";
import { SMALL_SERVER } from "../../../scripts/serve";
import { ALLOWED_GROWTH, measureTrend, type Trend } from "../../../scripts/trend";
import { findSoakFaults } from "./soak-check";
import { createSoakLog, recheckCachedPages, simulateUsers } from "./soak-people";

const MEMORY = fileURLToPath(new URL("./memory-use.mjs", import.meta.url));
/** Maximum number of memory samples in a soak, at most one every two seconds. */
const LOOKS = 30;

/** Maximum memory in MB that a server may use on the kind of machine configured in fly.toml. */
const MAX_MB = 400;

type Held = { rss: number; heap: number; peak: number };
export type SoakResult = {
  seconds: number;
  made: number;
  steps: number;
  comments: number;
  overtaken: number;
  late: number;
  reads: { n: number; p50: number; p95: number };
  unchanged: number;
  writes: { n: number; p50: number; p95: number };
  /** Memory of each server, sample by sample, and whether it keeps growing; null if the run was too short to tell. */
  memory: { server: string; held: Held[]; heap: Trend | null; rss: Trend | null }[];
  wrong: string[];
};

/**
 * Simulate readers and writers on two servers with replicas of one primary for a given time. Then check that the
 * primary and both replicas contain everything acknowledged.
 */
export async function runSoak(
  demo: string,
  seconds: number,
  tell: (line: string) => void = () => {},
): Promise<SoakResult> {
  const edge = await startEdge(demo);
  try {
    const names = ["north", "south"];
    const files = names.map((name) => join(edge.folder, `${name}.memory`));
    const servers = await Promise.all(
      names.map((name, i) => edge.serve(name, { ...SMALL_SERVER, MEMORY_FILE: files[i] ?? "" }, [MEMORY])),
    );
    const diary = createSoakLog();
    const first = (await newestTicket(edge.primaryUrl)) + 1;
    const end = performance.now() + seconds * 1000;
    const looking = setInterval(
      () => {
        for (const { child } of servers) child.kill("SIGUSR2");
        tell(
          `${diary.made.size} tickets, ${diary.steps} steps, ${diary.reads.length} pages, ${diary.wrong.length} wrong`,
        );
      },
      Math.max(2_000, (seconds * 1000) / LOOKS),
    );
    const people = await simulateUsers(servers, diary, () => performance.now() > end);
    clearInterval(looking);
    // Wait for the replicas, which poll for changes once a second.
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    await recheckCachedPages(people, servers, diary);
    const wrong = [...diary.wrong];
    const memory = files.map((file, i) => {
      const held = existsSync(file)
        ? readFileSync(file, "utf8")
            .trim()
            .split("\n")
            .map((line) => JSON.parse(line) as Held)
        : [];
      const trends = {
        heap: measureTrend(
          held.map((h) => h.heap),
          ALLOWED_GROWTH.heap,
        ),
        rss: measureTrend(
          held.map((h) => h.rss),
          ALLOWED_GROWTH.rss,
        ),
      };
      for (const [what, trend] of Object.entries(trends))
        if (trend?.grew)
          wrong.push(`${names[i]} holds more and more (${what}): ${trend.before} MB, then ${trend.after} MB`);
      const peak = held.at(-1)?.peak ?? 0;
      if (peak > MAX_MB) wrong.push(`${names[i]} took ${peak} MB at most, and ${MAX_MB} MB are allowed`);
      return { server: names[i] ?? "", held, ...trends };
    });
    for (const app of servers) await app.stop();
    await edge.primary.stop();
    const databases = {
      primary: join(edge.folder, "primary/dbs/default/data"),
      north: edge.replicaOf("north"),
      south: edge.replicaOf("south"),
    };
    for (const [name, file] of Object.entries(databases))
      for (const sentence of await findSoakFaults(
        file,
        join(edge.folder, `${name}-looked-at.db`),
        diary,
        first,
      ))
        wrong.push(`${name}: ${sentence}`);
    const { made, steps, comments, overtaken, late, reads, unchanged, writes } = diary;
    const times = (ms: number[]) => ({ n: ms.length, p50: percentile(ms, 0.5), p95: percentile(ms, 0.95) });
    return {
      seconds,
      made: made.size,
      steps,
      comments,
      overtaken,
      late,
      reads: times(reads),
      unchanged,
      writes: times(writes),
      memory,
      wrong,
    };
  } finally {
    await edge.stop();
  }
}

/** Return the id of the demo's newest ticket; higher ids belong to the soak. */
async function newestTicket(primaryUrl: string): Promise<number> {
  const client = createClient({ url: primaryUrl });
  const { rows } = await client.execute("SELECT max(id) FROM trip_ticket");
  client.close();
  return Number(rows[0]?.[0]);
}

/** Format a soak's result. */
export function formatSoakResult(run: SoakResult): string {
  const ms = ({ n, p50, p95 }: SoakResult["reads"]) =>
    `${n}, p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms`;
  const memory = run.memory.flatMap(({ server, held, heap, rss }) => {
    const trend = (t: Trend | null) => (t ? `${t.before} MB, then ${t.after} MB` : "too short a run to tell");
    const last = held.at(-1);
    return [
      `${server}: heap ${trend(heap)}; all of it ${trend(rss)}${last ? ` (last ${last.heap} of ${last.rss} MB; ${last.peak} MB at most)` : ""}`,
    ];
  });
  return [
    `${run.seconds} s: ${run.made} tickets, ${run.steps} steps, ${run.comments} comments acknowledged; ${run.overtaken} times somebody else was first, ${run.late} times a server had not heard of a ticket yet`,
    `pages: ${ms(run.reads)}, ${run.unchanged} of them held and unchanged; changes: ${ms(run.writes)}`,
    ...memory,
    ...(run.wrong.length
      ? [`${run.wrong.length} wrong:`, ...run.wrong.slice(0, 20)]
      : [
          "nothing wrong: none lost, none double, numbers unique, histories verify, databases sound and alike",
        ]),
  ].join("\n");
}
