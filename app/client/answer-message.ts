import { toRecord } from "~/lib/object/records";
import { parseHtml } from "./dom";

/**
 * Return the server's message from a response that isn't ok: the `message` of JSON, or the text of an error page; null
 * if none.
 */
export async function readAnswerMessage(answer: Response | null): Promise<string | null> {
  if (!answer) return null;
  const text = await answer.text().catch(() => "");
  if (!answer.headers.get("Content-Type")?.includes("json"))
    return parseHtml(text).querySelector("[role=alert] li, .lede")?.textContent || null;
  try {
    const { message } = toRecord(JSON.parse(text));
    return typeof message === "string" && message !== "" ? message : null;
  } catch {
    return null;
  }
}
