import type { Effort, Subject } from "./compare";
import type { Round } from "./figures";
import { type Act, ask, steady } from "./load";
import { CHANGES } from "./pages";
import type { Grown } from "./report";

/** So few a second that nobody waits for anybody else. */
const READS = 25;
const WRITES = 10;

/**
 * How times grow with the number of tickets: the apps over all sets are asked in turns, at one modest pace, so that
 * a slow minute of the machine is slow for every size.
 */
export async function measureGrowth(subjects: Subject[], { rounds, answers }: Effort): Promise<Grown[]> {
  const reads = Object.keys(subjects[0]?.pages ?? {});
  const kinds = [
    ...reads.map((what) => ({ what, pace: READS, actOf: (s: Subject) => reading(s, what) })),
    ...CHANGES.map((what) => ({ what, pace: WRITES, actOf: (s: Subject) => s.forms[what] })),
  ];
  const grown: Grown[] = kinds.map(({ what, pace }) => ({ what, pace, sizes: [] }));
  for (const [i, { actOf, pace }] of kinds.entries()) {
    const sizes = subjects.map(({ tickets }) => ({ tickets, rounds: [] as Round[] }));
    const acts = subjects.map(actOf);
    for (const [at, act] of acts.entries()) await steady(act, pace, 1, subjects[at]?.app.child.pid);
    for (let round = 0; round < rounds; round++)
      for (let turn = 0; turn < acts.length; turn++) {
        const at = (turn + round) % acts.length;
        const pid = subjects[at]?.app.child.pid;
        sizes[at]?.rounds.push(await steady(acts[at] as Act, pace, answers / pace, pid));
      }
    grown[i]?.sizes.push(...sizes);
    const p95 = sizes.map(({ rounds }) => rounds.map((r) => r.p95.toFixed(1)).join(" "));
    console.log(`${kinds[i]?.what}, p95 by size: ${p95.join(" | ")}`);
  }
  return grown;
}

function reading({ app, cookie, pages }: Subject, what: string): Act {
  const url = app.url + pages[what];
  return async () => {
    const { status } = await ask(url, cookie);
    if (status !== 200) throw new Error(`${url} was answered with ${status}.`);
  };
}
