/** A line of the daily digest mail, and its job. */
export type DigestLine = { job: string | null; title: string; n: number };

/** Maximum number of lines in one digest mail; the inbox contains all news. */
export const MAX_DIGEST_LINES = 50;

const GENERAL = "Everything else";

/**
 * Format the daily digest as paragraphs, with the lines of each job below the job's name. Jobs are in the order of
 * their first lines.
 */
export function formatDigest(lines: readonly DigestLine[]): (string | { lines: string[] })[] {
  const shown = lines.slice(0, MAX_DIGEST_LINES);
  const jobs = new Map<string, string[]>();
  for (const { job, title, n } of shown) {
    const name = job ?? GENERAL;
    const there = jobs.get(name) ?? [`${name}:`];
    there.push(`- ${n > 1 ? `${title}, and ${(n - 1).toLocaleString("en-US")} more` : title}`);
    jobs.set(name, there);
  }
  const left = lines.length - shown.length;
  return [
    "What you haven't read on Timbertally:",
    ...[...jobs.values()].map((group) => ({ lines: group })),
    ...(left > 0 ? [`And ${left.toLocaleString("en-US")} more. All of it is in your notifications:`] : []),
  ];
}
