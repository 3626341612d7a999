import { normalizeTicket } from "./matching";
import type { StatementLine } from "./statement";

/** `matched_by` value of a line whose amounts were merged into another line of the same load. */
export const MATCHED_BY_CORRECTION = "correction";

/** Parse a signed amount: "-2,000", "2,000-", "(2,000)". */
export function parseSignedAmount(text: string, parse: (amount: string) => number | null): number | null {
  const amount = text.trim();
  const bare =
    /^\((.+)\)$/.exec(amount)?.[1] ?? /^[-−–]\s*(.+)$/.exec(amount)?.[1] ?? /^(.+?)\s*-$/.exec(amount)?.[1];
  if (bare === undefined) return parse(amount);
  const value = parse(bare);
  return value === null || value === 0 ? value : -value;
}

type Amounts = { gross: number | null; tare: number | null; net: number | null; volume: number | null };

/** Check whether a line reverses an earlier line: its net, volume or gross is negative. */
const takesBack = ({ gross, net, volume }: Pick<Amounts, "gross" | "net" | "volume">): boolean =>
  [gross, net, volume].some((amount) => amount !== null && amount < 0);

/**
 * Make all amounts of a line have the same sign; a deduction on a normal line becomes positive. Mills may write
 * deductions as negative numbers, or mark a reversal only on its net or volume.
 */
export function normalizeSigns(read: Amounts & { deduction: number | null }) {
  const { gross, tare, net, volume } = read;
  const deduction = read.deduction === null ? null : Math.abs(read.deduction);
  if (!takesBack(read)) return { ...read, deduction, isBack: false };
  const negative = (amount: number | null) => (amount === null || amount === 0 ? amount : -Math.abs(amount));
  const agrees = gross !== null && tare !== null && net !== null && net < 0 && gross - tare === net;
  return {
    ...(agrees ? { gross, tare, net } : { gross: negative(gross), tare: negative(tare), net: negative(net) }),
    volume: negative(volume),
    deduction: negative(deduction),
    isBack: true,
  };
}

type Line = StatementLine & { line: number };
const amountsOf = (line: StatementLine): Amounts => ({
  gross: line.gross_pounds,
  tare: line.tare_pounds,
  net: line.net_pounds,
  volume: line.scaled_volume,
});

/**
 * Merge a mill's corrections of a load: the last line that bills the load gets the sum of all its lines, and the other
 * lines are returned as `counted`. A load with nothing left, or a correction without its original line, gets a problem
 * message.
 */
export function mergeCorrections<L extends Line>(lines: readonly L[]): { lines: L[]; counted: Set<number> } {
  const counted = new Set<number>();
  if (!lines.some((line) => takesBack(amountsOf(line)))) return { lines: [...lines], counted };
  const netted = new Map<number, L>();
  for (const group of groupsOf(lines)) {
    if (!group.some((line) => takesBack(amountsOf(line)))) continue;
    const base = group.findLast((line) => !takesBack(amountsOf(line)));
    if (!base) {
      for (const line of group) netted.set(line.line, withProblem(line, ALONE));
      continue;
    }
    const others = group.filter((line) => line !== base);
    for (const line of others) {
      counted.add(line.line);
      netted.set(line.line, withProblem(line, `Counted with line ${base.line}.`));
    }
    netted.set(base.line, sumOf(base, group));
  }
  return { lines: lines.map((line) => netted.get(line.line) ?? line), counted };
}

const ALONE =
  "This line takes a load back that the statement doesn't bill. Correct the load on its own page.";
const NOTHING_LEFT = "The mill took this load back: nothing is left.";
const UNITS_DIFFER = "The lines of this load are in different units.";

const withProblem = <L extends Line>(line: L, problem: string): L => ({
  ...line,
  problem: [line.problem, problem].filter(Boolean).join(" "),
});

function sumOf<L extends Line>(base: L, group: readonly L[]): L {
  const sum = (of: (line: L) => number | null) => {
    const amounts = group.flatMap((line) => of(line) ?? []);
    return amounts.length ? amounts.reduce((total, amount) => total + amount, 0) : null;
  };
  const weighed = group.every((line) => line.gross_pounds !== null && line.tare_pounds !== null);
  const net = sum((line) => line.net_pounds);
  const volume = sum((line) => line.scaled_volume);
  const units = new Set(group.flatMap((line) => line.scaled_wood_unit_type_id ?? []));
  const summed = {
    ...base,
    gross_pounds: weighed ? sum((line) => line.gross_pounds) : null,
    tare_pounds: weighed ? sum((line) => line.tare_pounds) : null,
    net_pounds: net,
    deduction_pounds: sum((line) => line.deduction_pounds),
    scaled_volume: volume,
  };
  if (units.size > 1) return withProblem({ ...base }, UNITS_DIFFER);
  const left = net ?? volume ?? 0;
  return left > 0 && (volume ?? left) > 0 ? summed : withProblem(summed, NOTHING_LEFT);
}

/** Group lines by load: same ticket or scale ticket. Lines without ticket numbers are grouped by day, truck and weight. */
function groupsOf<L extends Line>(lines: readonly L[]): Iterable<L[]> {
  const groups = new Map<string, L[]>();
  for (const line of lines) {
    const keys = keysOf(line);
    // Sort the largest group first, so that merging two groups moves the smaller group.
    const [group = [], ...others] = [...new Set(keys.flatMap((key) => [groups.get(key) ?? []]))].sort(
      (a, b) => b.length - a.length,
    );
    group.push(line);
    for (const other of others) {
      group.push(...other);
      for (const member of other) for (const key of keysOf(member)) groups.set(key, group);
    }
    for (const key of keys) groups.set(key, group);
  }
  for (const group of groups.values()) group.sort((a, b) => a.line - b.line);
  return new Set(groups.values());
}

function keysOf(line: StatementLine): string[] {
  const scale = normalizeTicket(line.scale_ticket_number);
  const keys = [
    ...(line.trip_ticket_number === null ? [] : [`ticket ${line.trip_ticket_number}`]),
    ...(scale ? [`scale ${scale}`] : []),
  ];
  if (keys.length || !line.scaled_on || !line.truck_number) return keys;
  const amount = Math.abs(line.net_pounds ?? line.scaled_volume ?? 0);
  return [`day ${line.scaled_on} ${normalizeTicket(line.truck_number)} ${amount}`];
}
