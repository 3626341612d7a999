import type { actAs } from "#db/testing/acting";
import { findMissingKeys, sendApiCall } from "./send";

type Caller = Awaited<ReturnType<typeof actAs>>;

/** Test case for an API call: a section, the call with ids in braces, its body, and the keys required in the response. */
export type ApiCallCase = {
  section: string;
  call: string;
  body?: () => Record<string, unknown>;
  has?: string[];
  /** Name by which later rows refer to an id in the response, and the path of that id in the response. */
  keeps?: [name: string, path: string];
  /** Caller, if different from the table's default caller. */
  as?: () => Caller;
};

export const PAGINATION_KEYS = ["meta.total", "meta.skip", "meta.take"];
/** Keys of every row of a list, which must have at least one row. */
export const prefixRowKeys = (list: string, keys: string) => keys.split(" ").map((key) => `${list}[].${key}`);
/** Keys of one part of a response. */
export const prefixPartKeys = (name: string, keys: string) => keys.split(" ").map((key) => `${name}.${key}`);

const at = (answer: unknown, path: string): unknown =>
  path.split(".").reduce<unknown>((value, key) => (value as Record<string, unknown>)?.[key], answer);

/** Send each row in order and return the rejected calls and the keys missing from each response. */
export async function findApiCallFaults(
  rows: readonly ApiCallCase[],
  who: Caller,
  ids: Record<string, number>,
) {
  const faults: string[] = [];
  for (const { section, call, body, has = [], keeps, as } of rows) {
    const address = call.replace(/\{(\w+)\}/g, (_, name: string) => String(ids[name] ?? 0));
    try {
      const answer = await sendApiCall(as?.() ?? who, address, body?.());
      const lacks = findMissingKeys(answer, has);
      if (lacks.length) faults.push(`${section}: ${call} lacks ${lacks.join(", ")}`);
      if (keeps) ids[keeps[0]] = Number(at(answer, keeps[1]));
    } catch (error) {
      const { facts = {} } = error as { facts?: object };
      faults.push(`${section}: ${call}: ${(error as Error).message} ${JSON.stringify(facts)}`);
    }
  }
  return faults;
}
