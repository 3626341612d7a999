import { UnreadableFormError } from "~/lib/http/form-limits";
import { readBody } from "./form.server";
import { findJsonFault, type JsonLimits } from "./json-limits";
import { AppError, invalid } from "./refusal";
import { findInvalidTexts, INVALID_CHARACTERS_MESSAGE } from "./storable-text";

/** Default limits of a JSON body. */
const USUAL: JsonLimits = { values: 20_000, beside: 256 * 1024 };
/**
 * Limits of a body that contains a file as text. The rest of the body may be a whole job, within the default size
 * limit.
 */
export const FILE_LIMITS: JsonLimits = { values: 100_000, beside: 256 * 1024 };

/** Maximum bytes; the server has already enforced a lower limit that depends on the path. */
const MAX_BYTES = 14 * 1024 * 1024;

const refused = (message: string) => new AppError("invalid", message);

/**
 * Read a request's body as one JSON object; an empty body has no fields. It must be valid UTF-8, without duplicate
 * names or deep nesting, because a body that two parsers read differently could let invalid input through.
 */
export async function readJson(request: Request, limits = USUAL): Promise<Record<string, unknown>> {
  const bytes = await readBody(request, MAX_BYTES).catch((error: unknown) => {
    throw error instanceof UnreadableFormError ? refused("We couldn't read all of it.") : error;
  });
  if (bytes.byteLength === 0) return {};
  const [type, ...parameters] = (request.headers.get("Content-Type") ?? "").toLowerCase().split(";");
  const charset = parameters.map((p) => /^\s*charset="?([^"\s]+)"?\s*$/.exec(p)?.[1]).find(Boolean);
  if (type?.trim() !== "application/json" || (charset !== undefined && charset !== "utf-8"))
    throw refused("Send JSON in UTF-8, with Content-Type: application/json.");
  const fault = findJsonFault(bytes, limits);
  if (fault) throw refused(fault);
  const body = parse(decode(bytes));
  if (!body || typeof body !== "object" || Array.isArray(body)) throw refused("Send one JSON object.");
  const bad = findInvalidTexts(body);
  if (bad.length)
    throw invalid(Object.fromEntries(bad.map((place) => [place, [INVALID_CHARACTERS_MESSAGE]])));
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
