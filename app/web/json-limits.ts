/** Limits of a JSON body, in addition to its size in bytes. */
export type JsonLimits = {
  /** Maximum total number of numbers, texts, lists and objects. */
  values: number;
  /** Maximum bytes in addition to the longest text, which may be a file. */
  beside: number;
};

/** Maximum nesting depth, far above that of any call's input. */
const DEEPEST = 16;
const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [LIST, LIST_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Return the problem with a JSON body before parsing, or null: too many values, too deep, or a duplicate name in one
 * object (JSON.parse would use the last one). Takes one pass over the bytes. JSON.parse later decides whether it's
 * valid JSON.
 */
export function findJsonFault(bytes: Buffer, { values: most, beside }: JsonLimits): string | null {
  const open: (Set<string> | null)[] = [];
  let [values, longest, isName] = [0, 0, false];
  for (let index = 0; index < bytes.length; index++) {
    switch (bytes[index]) {
      case OBJECT:
      case LIST:
        isName = bytes[index] === OBJECT;
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
        const end = endOfText(bytes, index);
        if (end === -1) return "This isn't JSON.";
        longest = Math.max(longest, end - index);
        const fault = isName ? nameFault(bytes.subarray(index, end + 1), open.at(-1)) : null;
        if (fault) return fault;
        isName = false;
        index = end;
        break;
      }
    }
    if (values > most) return `This has more than ${most.toLocaleString("en-US")} values.`;
  }
  return bytes.length - longest > beside ? "The fields next to the longest text are too large." : null;
}

/** Return the index of the end of a text that begins at a quote; -1 if it doesn't end. */
function endOfText(bytes: Buffer, start: number): number {
  for (let index = bytes.indexOf(QUOTE, start + 1); index !== -1; index = bytes.indexOf(QUOTE, index + 1)) {
    let slashes = 0;
    while (bytes[index - 1 - slashes] === BACKSLASH && index - 1 - slashes > start) slashes += 1;
    if (slashes % 2 === 0) return index;
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
