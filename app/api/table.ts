import { type Method, namesInPath } from "~/web/rest-call";

const METHODS: readonly Method[] = ["GET", "POST", "PUT", "DELETE"];

/** What can be done at one address. */
export type CallsAt<T> = Partial<Record<Method, T>>;

/** One table of all nouns' calls: by address, then by method. A call that was said before is refused. */
export function tableOf<T>(
  calls: readonly (readonly [address: string, call: T])[],
): Record<string, CallsAt<T>> {
  const table: Record<string, CallsAt<T>> = {};
  for (const [address, call] of calls) {
    const [said, path = ""] = address.split(" ");
    const method = METHODS.find((one) => one === said);
    if (!method || !path.startsWith("/")) throw new Error(`"${address}" isn't a method and a path`);
    const doing = table[path] ?? {};
    if (doing[method]) throw new Error(`${address} is said twice`);
    table[path] = { ...doing, [method]: call };
  }
  return table;
}

/** What a method does, or nothing. HEAD is a GET whose answer is not sent. */
export function doneBy<T>(doing: CallsAt<T>, method: string): T | undefined {
  const known = METHODS.find((one) => one === (method === "HEAD" ? "GET" : method));
  return known && doing[known];
}

/** A step of a path: the words that may come next, any value, and what is served if the path ends here. */
type Step<T> = {
  words: Map<string, Step<T>>;
  value: Step<T> | null;
  served: { path: string; names: string[]; at: T } | null;
};

export type Found<T> = { path: string; at: T; params: Record<string, string> };

const newStep = <T>(): Step<T> => ({ words: new Map(), value: null, served: null });

/**
 * Finds what serves a path. A word goes before a value in braces, capitals don't matter, and slashes at the end are
 * passed over, as with the app's other addresses. Of two addresses that differ only in their names one is refused.
 */
export function finderOf<T>(table: Readonly<Record<string, T>>): (pathname: string) => Found<T> | null {
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
    step.served = { path, names: namesInPath(path), at };
  }
  return (pathname) => {
    if (!pathname.startsWith("/")) return null;
    const found = walk(root, partsOf(pathname).map(decoded), 0, []);
    if (!found) return null;
    const { path, names, at } = found.served;
    return { path, at, params: Object.fromEntries(names.map((name, i) => [name, found.values[i] ?? ""])) };
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

/** A part of a path as it was meant; one that cannot be read stays as it is, and matches no word. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
