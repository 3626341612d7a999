import type { Answer, Attack, AttackTarget } from "./attack";
import { measureServer, type ServerMeasurements } from "./watch";

/** Limits for a server under attack: milliseconds for `/healthz`, megabytes of memory. */
export type ServerLimits = { healthz: number; rss: number };

export type AttackOutcome = { attack: Attack; seen: ServerMeasurements; answers: Answer[]; wrong: string[] };

/**
 * Run one attack and report its faults. An attack whose only fault was slowness is repeated up to three times: another
 * process on the machine may delay one response, but a real fault repeats.
 */
export async function runAttack(
  attack: Attack,
  target: AttackTarget,
  bounds: ServerLimits,
): Promise<AttackOutcome> {
  for (let left = 3; ; left--) {
    const outcome = await once(attack, target, bounds);
    const onlySlow = outcome.wrong.length === 1 && outcome.wrong[0]?.startsWith(SLOW);
    if (!onlySlow || left === 1) return outcome;
  }
}

const SLOW = "healthz took";

async function once(attack: Attack, target: AttackTarget, bounds: ServerLimits): Promise<AttackOutcome> {
  const { result: answers, ...seen } = await measureServer(target.url, target.pid, () => attack.run(target));
  const wrong: string[] = [];
  if (!isProcessAlive(target.pid)) wrong.push("the process is gone");
  if (seen.longest > bounds.healthz) wrong.push(`${SLOW} ${Math.round(seen.longest)} ms`);
  if (seen.rss > bounds.rss) wrong.push(`memory rose to ${Math.round(seen.rss)} MB`);
  const isRight = ({ status }: Answer) =>
    attack.right ? attack.right.includes(status) : status > 0 && status < 500;
  const odd = [...new Set(answers.filter((answer) => !isRight(answer)).map(({ status }) => status))];
  if (odd.length) wrong.push(`answered with ${odd.join(", ")}`);
  if (!answers.length) wrong.push("nothing was sent");
  return { attack, seen, answers, wrong };
}

export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Format the outcomes as a plain text table. */
export function formatOutcomeTable(outcomes: readonly AttackOutcome[]): string {
  const rows = outcomes.map(({ attack, seen, answers, wrong }) => [
    attack.code,
    attack.name,
    statuses(answers),
    `${Math.round(Math.max(0, ...answers.map((a) => a.ms)))} ms`,
    `${Math.round(seen.longest)} ms`,
    `${Math.round(seen.rss)} MB`,
    wrong.length ? wrong.join("; ") : "holds",
  ]);
  const head = ["code", "attack", "answers", "longest", "healthz", "memory", ""];
  const widths = head.map((word, i) => Math.max(word.length, ...rows.map((row) => row[i]?.length ?? 0)));
  return [head, ...rows]
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

function statuses(answers: readonly Answer[]): string {
  const counts = new Map<number, number>();
  for (const { status } of answers) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts].map(([status, n]) => `${n} x ${status || "cut"}`).join(", ");
}
