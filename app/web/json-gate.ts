/** What a body of JSON may be, beside its size in bytes. */
export type JsonLimits = {
  /** Numbers, texts, lists, objects: so many at most. */
  values: number;
  /** So many bytes beside its longest text, which may be a file. */
  beside: number;
};

/** No call has an input nearly as deep. */
const DEEPEST = 16;
const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [LIST, LIST_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * What is wrong with a JSON body, checked before any of it becomes values: how many they are, how deep, and names that
 * appear twice in one object (JSON.parse takes the last of two). One walk over the bytes; JSON.parse decides whether
 * it's JSON at all.
 */
export function faultInJson(bytes: Buffer, { values: most, beside }: JsonLimits): string | null {
  const open: (Set<string> | null)[] = [];
  let [values, longest, isName] = [0, 0, false];
  for (let at = 0; at < bytes.length; at++) {
    switch (bytes[at]) {
      case OBJECT:
      case LIST:
        isName = bytes[at] === OBJECT;
        open.push(isName ? new Set() : null);
        values += 1;
        if (open.length > DEEPEST) return "This is nested too deeply.";
        break;
      case OBJECT_END:
      case LIST_END:
        open.pop();
        isName = false;
        break;
      case COMMA:
        isName = Boolean(open.at(-1));
        values += 1;
        break;
      case COLON:
        isName = false;
        break;
      case QUOTE: {
        const end = endOfText(bytes, at);
        if (end === -1) return "This isn't JSON.";
        longest = Math.max(longest, end - at);
        const fault = isName ? nameFault(bytes.subarray(at, end + 1), open.at(-1)) : null;
        if (fault) return fault;
        isName = false;
        at = end;
        break;
      }
    }
    if (values > most) return `This has more than ${most.toLocaleString("en-US")} values.`;
  }
  return bytes.length - longest > beside ? "The fields next to the longest text are too large." : null;
}

/** Where a text ends that begins at a quote; -1 where it does not. */
function endOfText(bytes: Buffer, start: number): number {
  for (let at = bytes.indexOf(QUOTE, start + 1); at !== -1; at = bytes.indexOf(QUOTE, at + 1)) {
    let slashes = 0;
    while (bytes[at - 1 - slashes] === BACKSLASH && at - 1 - slashes > start) slashes += 1;
    if (slashes % 2 === 0) return at;
  }
  return -1;
}

const LONGEST_NAME = 200;

function nameFault(quoted: Buffer, names: Set<string> | null | undefined): string | null {
  if (quoted.length > LONGEST_NAME) return "One of its names is too long.";
  let name: unknown;
  try {
    name = JSON.parse(quoted.toString());
  } catch {
    return "This isn't JSON.";
  }
  if (names?.has(String(name))) return `"${String(name).slice(0, 40)}" is listed twice.`;
  names?.add(String(name));
  return null;
}
