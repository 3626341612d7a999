import type { PayReport } from "./pay";

/** Maximum number of faults to print. */
const SHOWN = 100;

/** Format the results of a second calculation as text. */
export function formatReport({ loads, claims, cents, statements, faults }: PayReport): string {
  const count = (n: number, item: string) => `${n.toLocaleString("en-US")} ${item}${n === 1 ? "" : "s"}`;
  const dollars = (cents / 100n).toLocaleString("en-US");
  const looked = `${count(loads, "load")}, ${count(claims, "claim")} of $${dollars}.${String(cents % 100n).padStart(2, "0")}, ${count(statements, "statement")}`;
  if (faults.length === 0) return `${looked}: every cent agrees.`;
  return [`${looked}: ${count(faults.length, "fault")}.`, ...faults.slice(0, SHOWN)].join("\n");
}
