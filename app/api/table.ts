import { listPathNames, type Method } from "~/web/rest-call";

const METHODS: readonly Method[] = ["GET", "POST", "PUT", "DELETE"];

/** Calls at one address, by method. */
export type CallsByMethod<T> = Partial<Record<Method, T>>;

/** Build the table of API calls, by address and then by method. Reject a duplicate call. */
export function createCallTable<T>(
  calls: readonly (readonly [address: string, call: T])[],
): Record<string, CallsByMethod<T>> {
  const table: Record<string, CallsByMethod<T>> = {};
  for (const [address, call] of calls) {
    const [said, path = ""] = address.split(" ");
    const method = METHODS.find((method) => method === said);
    if (!method || !path.startsWith("/")) throw new Error(`"${address}" isn't a method and a path`);
    const doing = table[path] ?? {};
    if (doing[method]) throw new Error(`${address} is said twice`);
    table[path] = { ...doing, [method]: call };
  }
  return table;
}

/** Return the call for a method, if any. HEAD uses the GET call, without sending its body. */
export function getCallForMethod<T>(doing: CallsByMethod<T>, method: string): T | undefined {
  const known = METHODS.find((item) => item === (method === "HEAD" ? "GET" : method));
  return known && doing[known];
}

/** Node of the path tree: the possible next words, the parameter branch, and the target if a path ends here. */
type Step<T> = {
  words: Map<string, Step<T>>;
  value: Step<T> | null;
  served: { path: string; names: string[]; at: T } | null;
};

export type MatchedCall<T> = { path: string; at: T; params: Record<string, string> };

const newStep = <T>(): Step<T> => ({ words: new Map(), value: null, served: null });

/**
 * Return a function that finds a path's target. Words take precedence over values in braces. Letter case and trailing
 * slashes are ignored, as in the app's other addresses. Reject an address that differs from another only in parameter
 * names.
 */
export function createCallFinder<T>(
  table: Readonly<Record<string, T>>,
): (pathname: string) => MatchedCall<T> | null {
  const root = newStep<T>();
  for (const [path, at] of Object.entries(table)) {
    let step = root;
    for (const part of partsOf(path)) {
      const next = (part.startsWith("{") ? step.value : step.words.get(part.toLowerCase())) ?? newStep<T>();
      if (part.startsWith("{")) step.value = next;
      else step.words.set(part.toLowerCase(), next);
      step = next;
    }
    if (step.served) throw new Error(`${path} is ${step.served.path} under other names`);
    step.served = { path, names: listPathNames(path), at };
  }
  return (pathname) => {
    if (!pathname.startsWith("/")) return null;
    const match = walk(root, partsOf(pathname).map(decoded), 0, []);
    if (!match) return null;
    const { path, names, at } = match.served;
    return { path, at, params: Object.fromEntries(names.map((name, i) => [name, match.values[i] ?? ""])) };
  };
}

function walk<T>(
  step: Step<T>,
  parts: readonly string[],
  i: number,
  values: readonly string[],
): { served: NonNullable<Step<T>["served"]>; values: readonly string[] } | null {
  const part = parts[i];
  if (part === undefined) return step.served && { served: step.served, values };
  if (part === "") return null;
  const word = step.words.get(part.toLowerCase());
  return (
    (word && walk(word, parts, i + 1, values)) ??
    (step.value && walk(step.value, parts, i + 1, [...values, part]))
  );
}

const partsOf = (path: string) => path.slice(1).replace(/\/+$/, "").split("/");

/** Decode a path segment; a segment that can't be decoded stays unchanged and matches no word. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
