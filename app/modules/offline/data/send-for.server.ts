import { getFormLimits, UnreadableFormError } from "~/lib/http/form-limits";
import type { RouteArgs } from "~/web/context.server";
import { env } from "~/web/env.server";
import { readMultipart } from "~/web/form.server";
import {
  getReplayHeaders,
  getReplayOutcome,
  getSendTimeoutMs,
  parseReplayResponse,
  type QueuedForm,
} from "../rules/kept-forms";
import { parseOwnOutboxItems } from "../rules/outbox-file";
import { sendQueuedForms } from "../rules/send-each";
import { formatFormTitle, MAX_DEVICE_FILE_MEGABYTES, MAX_FORMS_PER_SEND } from "./device-file.server";

const MAX_BYTES = MAX_DEVICE_FILE_MEGABYTES * 1024 * 1024;
const MAX_TYPED_LENGTH = 2_000;

/** Return the text of a file that was uploaded, or submitted again by the page that showed it; null if it is too large. */
async function textOf(data: AsyncIterable<Uint8Array>): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of data) {
    bytes += chunk.byteLength;
    if (bytes <= MAX_BYTES) chunks.push(chunk);
    else chunks.length = 0;
  }
  return bytes > MAX_BYTES ? null : Buffer.concat(chunks).toString("utf8");
}

/**
 * Read the submitted form of the page, with an uploaded file or the part of a file that an earlier response contained.
 * `isTooLarge` is true if the file exceeds the limit.
 */
export async function readFileForm(request: Request): Promise<{ form: FormData; isTooLarge: boolean }> {
  let isTooLarge = false;
  const form = await readMultipart(request, getFormLimits(new URL(request.url).pathname), {
    bytes: MAX_BYTES,
    most: (name) => (name === "file" ? MAX_BYTES : MAX_TYPED_LENGTH),
    tooLong: () => {
      isTooLarge = true;
    },
    file: async ({ name, data }) => {
      const text = await textOf(data);
      if (name !== "file") return undefined;
      if (text === null) isTooLarge = true;
      return text ?? "";
    },
  }).catch((error: unknown) => {
    if (!(error instanceof UnreadableFormError)) throw error;
    return new FormData();
  });
  return { form, isTooLarge };
}

type Writer = { user_id: number; company_id: number };
export type SentForm = { id: string; head: string; state: QueuedForm["state"]; said: string; href: string };

/**
 * Send the forms of a writer in a file as the writer's device would, but inside the server: through the same pages,
 * with the writer's current rights, in the same order, and once each.
 */
export async function sendFormsForWriter(
  args: RouteArgs,
  file: string,
  { user_id, company_id }: Writer,
): Promise<SentForm[]> {
  const { forWriter } = args.context;
  const who = { user: String(user_id), company: String(company_id) };
  const items = parseOwnOutboxItems(file, who);
  if (!forWriter || !items) return [];
  const sent = await sendQueuedForms(
    items.items,
    who,
    async (item, address) => {
      const request = new Request(new URL(address, env().PUBLIC_URL), {
        method: "POST",
        body: item.body,
        headers: { "Content-Type": item.type, ...getReplayHeaders(item, Date.now()) },
        signal: AbortSignal.timeout(getSendTimeoutMs(item.body.byteLength)),
      });
      const answer = await forWriter(request, { user_id, company_id });
      return getReplayOutcome(answer.status, parseReplayResponse(await answer.text()));
    },
    MAX_FORMS_PER_SEND,
  );
  return sent.map((item) => ({
    id: item.id,
    head: formatFormTitle(item, sent),
    state: item.state,
    said: item.said,
    href: item.href,
  }));
}
