import type { actAs } from "#db/testing/acting";
import { missingKeys, send } from "./send";

type Caller = Awaited<ReturnType<typeof actAs>>;

/**
 * One row of a table of calls: a section, the call with ids in braces, its body, and the keys that the response must
 * have.
 */
export type Row = {
  section: string;
  call: string;
  body?: () => Record<string, unknown>;
  has?: string[];
  /** Name under which later rows find an id of the response, and its path in the response. */
  keeps?: [name: string, path: string];
  /** Caller, if it isn't the table's own. */
  as?: () => Caller;
};

export const META_KEYS = ["meta.total", "meta.skip", "meta.take"];
/** Keys of every row of a list, which must have at least one row. */
export const listRowKeys = (list: string, keys: string) => keys.split(" ").map((key) => `${list}[].${key}`);
/** Keys of one part of a response. */
export const listPartKeys = (name: string, keys: string) => keys.split(" ").map((key) => `${name}.${key}`);

const at = (answer: unknown, path: string): unknown =>
  path.split(".").reduce<unknown>((value, key) => (value as Record<string, unknown>)?.[key], answer);

/** Send each row in order and return which were refused, and which responses lack which keys. */
export async function findRowFaults(rows: readonly Row[], who: Caller, ids: Record<string, number>) {
  const faults: string[] = [];
  for (const { section, call, body, has = [], keeps, as } of rows) {
    const address = call.replace(/\{(\w+)\}/g, (_, name: string) => String(ids[name] ?? 0));
    try {
      const answer = await send(as?.() ?? who, address, body?.());
      const lacks = missingKeys(answer, has);
      if (lacks.length) faults.push(`${section}: ${call} lacks ${lacks.join(", ")}`);
      if (keeps) ids[keeps[0]] = Number(at(answer, keeps[1]));
    } catch (error) {
      const { facts = {} } = error as { facts?: object };
      faults.push(`${section}: ${call}: ${(error as Error).message} ${JSON.stringify(facts)}`);
    }
  }
  return faults;
}
