import { ownFields } from "~/domain/records/records";
import { parsed } from "./dom";

/** Return the server's message in an answer that isn't ok: the `message` of JSON, or what an error page says; null if none. */
export async function readAnswerMessage(answer: Response | null): Promise<string | null> {
  if (!answer) return null;
  const text = await answer.text().catch(() => "");
  if (!answer.headers.get("Content-Type")?.includes("json"))
    return parsed(text).querySelector("[role=alert] li, .lede")?.textContent || null;
  try {
    const { message } = ownFields(JSON.parse(text));
    return typeof message === "string" && message !== "" ? message : null;
  } catch {
    return null;
  }
}
