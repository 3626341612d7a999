import { rm } from "node:fs/promises";
import { unstable_parseMultipartFormData as parseMultipart } from "@remix-run/node";
import { receiveToDisk, TooLarge } from "./store.server";

/** So long a typed answer may be. */
const MOST_TYPED = 64 * 1024;

/** An answer that is pasted rather than typed, and so many bytes of it. */
export type LongAnswer = { name: string; bytes: number };

export type Upload = { path: string; bytes: number; sha256: string; file_name: string };

const MB = 1024 * 1024;
export const tooLarge = (megabytes: number) =>
  `File size exceeds the limit. Please upload a file smaller than ${megabytes}MB.`;

/** Uploads of the requests that are under way, by the hash of their bytes and the form that they came with. */
const received = new Map<string, Upload>();

/**
 * Reads a form with one file, streaming the file to disk. In the form it stands as a key made of its bytes, so that
 * the same form sent again is the same form; `uploadOf` tells where the file is, `dispose` removes it when the
 * request is over. Too large: the message instead. `long` names an answer that may be longer than others are.
 */
export async function readUpload(request: Request, field: string, megabytes: number, long?: LongAnswer) {
  let problem: string | null = null;
  let upload: (Upload & { key: string }) | null = null;
  let formId = "";
  const read = parseMultipart(request, async ({ name, filename, data }) => {
    if (filename === undefined) {
      const most = name === long?.name ? long.bytes : MOST_TYPED;
      const text = name === field ? undefined : await textOf(data, most);
      if (text === null) {
        problem = "This is more than can be typed into a form. Upload it as a file.";
        return undefined;
      }
      if (name === "submission_id") formId = (text ?? "").slice(0, 100);
      return text;
    }
    if (name !== field || filename === "") {
      for await (const _chunk of data);
      return undefined;
    }
    try {
      const file = await receiveToDisk(data, megabytes * MB);
      const key = `${file.sha256}.${formId}`;
      upload = { ...file, key, file_name: filename.replace(/^.*[\\/]/, "").slice(0, 200) };
      if (file.bytes === 0) return undefined;
      received.set(key, upload);
      return key;
    } catch (error) {
      if (!(error instanceof TooLarge)) throw error;
      problem = tooLarge(megabytes);
      for await (const _chunk of data);
      return undefined;
    }
  });
  const form = await read.catch((error: unknown) => {
    // A full disk is ours to mend; a form that breaks off or has no parts is the sender's.
    if (error instanceof Error && "code" in error) throw error;
    problem = "What was sent cannot be read as a form. Send it again.";
    return new FormData();
  });
  return { form, problem: problem as string | null, dispose: () => dispose(upload) };
}

const DATA_URL = /^data:application\/pdf(;[\w=.-]{1,40}){0,3};base64,/i;

/**
 * Takes a PDF that stands in a JSON body, as a data URL, for the upload that it would be in a form: what is handed on is
 * its key, so that no body that is kept holds the file. `formId` tells two requests with the same file apart.
 */
export async function readDataUrl(
  text: unknown,
  { megabytes, file_name, formId }: { megabytes: number; file_name: string; formId: string },
) {
  const refused = (problem: string) => ({ key: "", problem, dispose: async () => {} });
  if (typeof text !== "string" || !DATA_URL.test(text.slice(0, 200)))
    return refused("Send a PDF as a data URL, data:application/pdf;base64,…");
  const bytes = Buffer.from(text.slice(text.indexOf(",") + 1), "base64");
  const whole = async function* () {
    yield bytes;
  };
  try {
    const file = await receiveToDisk(whole(), megabytes * MB);
    const key = `${file.sha256}.${formId}`;
    const upload = { ...file, key, file_name };
    received.set(key, upload);
    return { key, problem: null, dispose: () => dispose(upload) };
  } catch (error) {
    if (!(error instanceof TooLarge)) throw error;
    return refused(tooLarge(megabytes));
  }
}

/** A typed answer; null where it is longer than a form's answers are. */
async function textOf(data: AsyncIterable<Uint8Array>, most: number): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of data) {
    bytes += chunk.byteLength;
    if (bytes <= most) chunks.push(chunk);
  }
  return bytes <= most ? Buffer.concat(chunks).toString("utf8") : null;
}

/** The received file of this key; it stays until its request is over, so that a procedure may be run again. */
export const uploadOf = (key: string): Upload | null => received.get(key) ?? null;

/** Removes what a request received, once it is over. */
async function dispose(upload: (Upload & { key: string }) | null) {
  if (!upload) return;
  if (received.get(upload.key)?.path === upload.path) received.delete(upload.key);
  await rm(upload.path, { force: true });
}
