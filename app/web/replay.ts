import { data } from "@remix-run/node";
import type { StaticHandlerContext } from "@remix-run/router";
import { ownFields } from "~/domain/records/records";
import type { Actor } from "./actor";

/*
 * A form that a device kept without a signal and now sends by itself says so in a header, which names whose it is. It is
 * answered in a few words and not with a page (docs/no-signal.md): only `saved` ends it there.
 */
const HEADER = "X-Replay";

export const isReplay = (request: Request): boolean =>
  request.method === "POST" && request.headers.has(HEADER);

/** Whether the form was typed by somebody else than the one whose session sends it, or for another company. */
export function anotherSender(request: Request, { user, company }: Actor): boolean {
  const sender = request.headers.get(HEADER);
  return request.method === "POST" && sender !== null && sender !== `${user?.id ?? ""}.${company?.id ?? ""}`;
}

type Outcome =
  | { outcome: "saved"; href: string; version: number | null }
  | { outcome: "refused"; message: string }
  | { outcome: "other"; message?: string };

/** What an action throws in place of a page. */
export const replayed = (outcome: Outcome, status: number) => data(outcome, { status });

/** The version that a procedure's result says it made; null where it says none. */
export function versionIn(result: unknown): number | null {
  const { version } = ownFields(result);
  return typeof version === "number" ? version : null;
}

const SORRY = "The server refused it. Open the form to see why.";

/** The answer to a form that sends itself, from what its action came to: an outcome, a refusal or a form's reply. */
export function replayAnswer(
  { actionData, errors }: Pick<StaticHandlerContext, "actionData" | "errors">,
  status: number,
  headers: Headers,
): Response {
  const thrown = Object.values(errors ?? {}).map((error) => ownFields(ownFields(error).data))[0];
  const replies = Object.values(actionData ?? {}).map((answer) => ownFields(ownFields(answer).reply));
  const said = replies.flatMap(({ error }) => Object.values(ownFields(error)).flat()).filter(Boolean);
  const message = typeof thrown?.message === "string" ? thrown.message : said.join(" ");
  const outcome = thrown?.outcome ? thrown : { outcome: "refused", message: message || SORRY };
  headers.set("Content-Type", "application/json");
  headers.set("Cache-Control", "no-store");
  return new Response(JSON.stringify(outcome), { status, headers });
}
