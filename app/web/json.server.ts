import { visit } from "jsonc-parser";
import { invalid, Refusal } from "./refusal";
import { UNKEEPABLE_TEXT, unkeepableIn } from "./well-formed";

/** No call has an input nearly as deep. */
const DEEPEST = 16;

const refused = (message: string) => new Refusal("invalid", message);

/**
 * Reads a request's body as one JSON object, or nothing. Strict, since a body that two readers understand
 * differently is how wrong things are let through: UTF-8 without a fault, no name twice, no endless nesting.
 */
export async function readJson(request: Request): Promise<Record<string, unknown>> {
  const bytes = await request.arrayBuffer();
  if (bytes.byteLength === 0) return {};
  const [type, ...parameters] = (request.headers.get("Content-Type") ?? "").toLowerCase().split(";");
  const charset = parameters.map((p) => /^\s*charset="?([^"\s]+)"?\s*$/.exec(p)?.[1]).find(Boolean);
  if (type?.trim() !== "application/json" || (charset !== undefined && charset !== "utf-8"))
    throw refused("Send JSON in UTF-8, with Content-Type: application/json.");
  const text = decode(bytes);
  const fault = faultIn(text);
  if (fault) throw refused(fault);
  const body = parse(text);
  if (!body || typeof body !== "object" || Array.isArray(body)) throw refused("Send one JSON object.");
  const bad = unkeepableIn(body);
  if (bad.length) throw invalid(Object.fromEntries(bad.map((place) => [place, [UNKEEPABLE_TEXT]])));
  return body as Record<string, unknown>;
}

function decode(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw refused("This is not UTF-8.");
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw refused("This is not JSON.");
  }
}

class Found extends Error {}

/** A name that stands twice in one object, or nesting without end, which JSON.parse would both take. */
function faultIn(text: string): string | null {
  const open: Set<string>[] = [];
  const deeper = () => {
    open.push(new Set());
    if (open.length > DEEPEST) throw new Found("This is nested too deeply.");
  };
  try {
    visit(
      text,
      {
        onObjectBegin: deeper,
        onArrayBegin: deeper,
        onObjectEnd: () => void open.pop(),
        onArrayEnd: () => void open.pop(),
        onObjectProperty: (name) => {
          const names = open.at(-1);
          if (names?.has(name)) throw new Found(`"${name.slice(0, 40)}" stands here twice.`);
          names?.add(name);
        },
      },
      { disallowComments: true },
    );
    return null;
  } catch (error) {
    if (error instanceof Found) return error.message;
    throw error;
  }
}
