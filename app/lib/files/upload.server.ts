import { rm } from "node:fs/promises";
import { formatTooLargeMessage } from "~/lib/files/file-sizes";
import { getFormLimits, MAX_FORM_BYTES, UnreadableFormError } from "~/lib/http/form-limits";
import { registerResettable } from "~/lib/process-state";
import { readMultipart } from "~/web/form.server";
import { AppError } from "~/web/refusal";
import { isStorable } from "~/web/storable-text";
import type { StorageQuota } from "./quota.server";
import { receiveToDisk, TooLargeError } from "./store.server";

/** Maximum length in bytes of a typed form field. */
const MAX_TYPED_LENGTH = 64 * 1024;

/** Field with pasted instead of typed text, and its maximum number of bytes. */
export type LongTextField = { name: string; bytes: number };

export type Upload = { path: string; bytes: number; sha256: string; file_name: string };

const MB = 1024 * 1024;

/** Uploads of pending requests, by the hash of their bytes and their form. */
const received = registerResettable(new Map<string, Upload>());

/**
 * Read a form with one file, streaming the file to disk. The form then contains a key derived from the file's bytes, so
 * that the same form sent again is identical. `getUpload` returns the file, and `dispose` removes it when the request
 * is over. If the file is too large, the result is the message instead, with `full` if `room` has no space. `long`
 * names a field that may be longer than others.
 */
export async function readUpload(
  request: Request,
  field: string,
  megabytes: number,
  { long, room }: { long?: LongTextField; room?: StorageQuota } = {},
) {
  const refused: { problem: string | null; full: boolean } = { problem: null, full: false };
  const files: Received[] = [];
  const form = await readMultipart(request, getFormLimits(new URL(request.url).pathname), {
    bytes: MAX_FORM_BYTES + (long?.bytes ?? 0),
    most: (name) => (name === long?.name ? long.bytes : MAX_TYPED_LENGTH),
    tooLong: () => {
      refused.problem = "This is too much for a form. Upload it as a file.";
    },
    file: async ({ name, fileName, data }) => {
      // Accept one file; skip any other.
      if (name !== field || fileName === "" || files.length) return readPast(data);
      try {
        const file = await receiveToDisk(data, megabytes * MB, room?.take);
        files.push({ ...file, file_name: nameOf(fileName) });
      } catch (error) {
        refused.full = isNoRoom(error);
        if (!refused.full && !(error instanceof TooLargeError)) throw error;
        refused.problem =
          refused.full && error instanceof Error ? error.message : formatTooLargeMessage(megabytes);
        await readPast(data);
      }
    },
  }).catch((error: unknown) => {
    // Rethrow a disk error, which is our fault; report an interrupted or empty form to its sender.
    if (!(error instanceof UnreadableFormError)) throw error;
    refused.problem = "We couldn't read this form. Send it again.";
    return new FormData();
  });
  // Ignore text typed under the file's name, because only a file has a key here.
  form.delete(field);
  const upload = keyed(files[0], form);
  if (upload && upload.bytes > 0) {
    received.set(upload.key, upload);
    form.set(field, upload.key);
  }
  const leave = () => dispose(upload ?? null).finally(room?.leave);
  return { form, ...refused, dispose: leave };
}

type Received = Omit<Upload, "key">;

function keyed(file: Received | undefined, form: FormData): (Upload & { key: string }) | undefined {
  if (!file) return undefined;
  const formId = String(form.get("submission_id") ?? "").slice(0, 100);
  return { ...file, key: `${file.sha256}.${formId}` };
}

/** Clean an uploaded file's name: without folders or characters that can't be stored, cut between characters. */
const nameOf = (sent: string): string =>
  [...sent.replace(/^.*[\\/]/, "")].filter(isStorable).slice(0, 200).join("");

async function readPast(data: AsyncIterable<Uint8Array>): Promise<undefined> {
  for await (const _chunk of data);
  return undefined;
}

const isNoRoom = (error: unknown) => error instanceof AppError && error.kind === "noRoom";

const dataUrlNeeded = (types: readonly string[]): string => {
  const kinds = types.map((type) => type.replace(/^.*\//, "").toUpperCase());
  return `Send ${kinds.map((kind) => (kind === "MP4" ? "an MP4" : `a ${kind}`)).join(" or ")} as a data URL, data:${types.join(" or ")};base64,…`;
};
const DATA_URL = /^data:([\w.+-]+\/[\w.+-]+)(?:;[\w=.-]{1,40}){0,3};base64,/i;

/**
 * Read a file sent as a data URL in a JSON body, like an upload in a form. Later code receives only the file's key, so
 * that no stored body contains the file. `formId` distinguishes two requests with the same file.
 */
export async function readDataUrl(
  text: unknown,
  {
    types,
    megabytes,
    file_name,
    formId,
  }: { types: readonly string[]; megabytes: number; file_name: string; formId: string },
  room?: StorageQuota,
) {
  const refused = (problem: string) => ({ key: "", problem, dispose: async () => {} });
  const [, type = ""] = typeof text === "string" ? (DATA_URL.exec(text.slice(0, 200)) ?? []) : [];
  if (typeof text !== "string" || !types.includes(type.toLowerCase())) return refused(dataUrlNeeded(types));
  const bytes = Buffer.from(text.slice(text.indexOf(",") + 1), "base64");
  const whole = async function* () {
    yield bytes;
  };
  try {
    const file = await receiveToDisk(whole(), megabytes * MB, room?.take);
    const key = `${file.sha256}.${formId}`;
    const upload = { ...file, key, file_name };
    received.set(key, upload);
    return { key, problem: null, dispose: () => dispose(upload).finally(room?.leave) };
  } catch (error) {
    room?.leave();
    if (!(error instanceof TooLargeError)) throw error;
    return refused(formatTooLargeMessage(megabytes));
  }
}

/** Return the received file with this key. The file stays until its request is over, so that a procedure may be retried. */
export const getUpload = (key: string): Upload | null => received.get(key) ?? null;

/** Remove a request's upload once the request is over. */
async function dispose(upload: (Upload & { key: string }) | null) {
  if (!upload) return;
  if (received.get(upload.key)?.path === upload.path) received.delete(upload.key);
  await rm(upload.path, { force: true });
}
