import { UnreadableForm } from "~/domain/http/form-gate";
import { bodyBytes } from "./form.server";
import { faultInJson, type JsonLimits } from "./json-gate";
import { invalid, Refusal } from "./refusal";
import { UNKEEPABLE_TEXT, unkeepableIn } from "./well-formed";

/** What a body may be unless its call needs more. */
const USUAL: JsonLimits = { values: 20_000, beside: 256 * 1024 };
/** With a file in it as text: the rest of the body is a whole job, as small as any other body. */
export const WITH_FILE: JsonLimits = { values: 100_000, beside: 256 * 1024 };

/** The server has held the sender to less than this, by where it goes. */
const MOST_BYTES = 14 * 1024 * 1024;

const refused = (message: string) => new Refusal("invalid", message);

/**
 * Reads a request's body as one JSON object, or nothing. Strict, since a body that two readers understand
 * differently is how wrong things are let through: UTF-8 without a fault, no name twice, no endless nesting.
 */
export async function readJson(request: Request, limits = USUAL): Promise<Record<string, unknown>> {
  const bytes = await bodyBytes(request, MOST_BYTES).catch((error: unknown) => {
    throw error instanceof UnreadableForm ? refused("We couldn't read all of it.") : error;
  });
  if (bytes.byteLength === 0) return {};
  const [type, ...parameters] = (request.headers.get("Content-Type") ?? "").toLowerCase().split(";");
  const charset = parameters.map((p) => /^\s*charset="?([^"\s]+)"?\s*$/.exec(p)?.[1]).find(Boolean);
  if (type?.trim() !== "application/json" || (charset !== undefined && charset !== "utf-8"))
    throw refused("Send JSON in UTF-8, with Content-Type: application/json.");
  const fault = faultInJson(bytes, limits);
  if (fault) throw refused(fault);
  const body = parse(decode(bytes));
  if (!body || typeof body !== "object" || Array.isArray(body)) throw refused("Send one JSON object.");
  const bad = unkeepableIn(body);
  if (bad.length) throw invalid(Object.fromEntries(bad.map((place) => [place, [UNKEEPABLE_TEXT]])));
  return body as Record<string, unknown>;
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw refused("This isn't UTF-8.");
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw refused("This isn't JSON.");
  }
}
