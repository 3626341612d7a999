import { Busboy } from "@fastify/busboy";
import { data } from "@remix-run/node";
import {
  type FormLimits,
  getFormLimits,
  MAX_FIELD_NAME_LENGTH,
  MAX_FORM_BYTES,
  requireFormWithinLimits,
  UnreadableFormError,
} from "~/lib/http/form-limits";

/**
 * Read a request's body as a form. Before parsing, checks the limits for the number of fields, the length and depth of
 * their names, and the length of lists. An unreadable body is refused as the sender's error.
 */
export async function readForm(request: Request): Promise<FormData> {
  try {
    return await gated(request);
  } catch (error) {
    if (!(error instanceof UnreadableFormError)) throw error;
    throw data({ message: "We couldn't read this form. Reload the page and try again." }, { status: 422 });
  }
}

async function gated(request: Request): Promise<FormData> {
  const limits = getFormLimits(new URL(request.url).pathname);
  const type = request.headers.get("Content-Type") ?? "";
  if (/^multipart\/form-data\b/i.test(type)) return readMultipart(request, limits, { bytes: MAX_FORM_BYTES });
  if (!/^application\/x-www-form-urlencoded\b/i.test(type)) throw new UnreadableFormError("no form");
  const body = await readBody(request, MAX_FORM_BYTES);
  checkCount(body, limits);
  const entries = [...new URLSearchParams(body.toString())];
  requireFormWithinLimits(entries, limits);
  const form = new FormData();
  for (const [name, value] of entries) form.append(name, value);
  return form;
}

/** Refuse a body with too many fields, counted in its bytes before parsing. */
function checkCount(body: Buffer, limits: FormLimits) {
  let fields = 1;
  for (let index = body.indexOf("&"); index !== -1; index = body.indexOf("&", index + 1)) {
    fields += 1;
    if (fields > limits.fields) throw new UnreadableFormError("too many fields");
  }
}

/** Return a body within the size limit as one buffer, whose size is the declared length. */
export async function readBody(request: Request, most: number): Promise<Buffer> {
  const count = Number(request.headers.get("Content-Length") ?? 0);
  let held = Buffer.allocUnsafe(count > 0 && count <= most ? count : 0);
  let bytes = 0;
  for await (const chunk of chunksOf(request)) {
    const end = bytes + chunk.byteLength;
    if (end > most) throw new UnreadableFormError("too long");
    if (end > held.length) held = Buffer.concat([held.subarray(0, bytes)], Math.max(end, 2 * bytes));
    held.set(chunk, bytes);
    bytes = end;
  }
  return held.subarray(0, bytes);
}

/**
 * Yield the body as it arrives. If the reader stops, the rest stays unread, because canceling would cut the connection
 * before the sender has read the refusal. The server drops the rest after responding.
 */
async function* chunksOf(request: Request): AsyncGenerator<Uint8Array> {
  const reader = request.body?.getReader();
  if (!reader) return;
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw new UnreadableFormError("it broke off");
    });
    if (done) return;
    yield value;
  }
}

type FilePart = { name: string; fileName: string; data: AsyncIterable<Uint8Array> };

export type Parts = {
  /** Maximum bytes of all text fields together, and of each field unless `most` sets another limit. */
  bytes: number;
  most?: (name: string) => number;
  /** Called for a field that is too long. Without it, such a form is refused as unreadable. */
  tooLong?: (name: string) => void;
  /** Read a file's bytes to the end, and return the text that replaces the file in the form. */
  file?: (part: FilePart) => Promise<string | undefined>;
};

// A boundary has at most 70 characters (RFC 2046). Searching for a longer one would cost its length for each byte of
// the body.
const BOUNDARY = /;\s{0,10}boundary=(?:"[^"]{1,70}"|[^\s;"]{1,70})\s{0,10}(?:;|$)/i;

/** Read a multipart form as it arrives, and stop at the first invalid part. */
export async function readMultipart(request: Request, limits: FormLimits, parts: Parts): Promise<FormData> {
  const type = request.headers.get("Content-Type") ?? "";
  if (!BOUNDARY.test(type)) throw new UnreadableFormError("no boundary");
  const most = (name: string) => parts.most?.(name) ?? parts.bytes;
  const boy = new Busboy({
    headers: { "content-type": type },
    preservePath: true,
    isPartAFile: (_name, _type, fileName) => fileName !== undefined,
    limits: {
      fieldNameSize: MAX_FIELD_NAME_LENGTH * 4,
      // Larger than any field may be, so that a truncated field is recognized as too long.
      fieldSize: parts.bytes,
      parts: limits.fields,
      headerPairs: 20,
      headerSize: 8 * 1024,
    },
  });
  const form = new FormData();
  let typed = 0;
  let failure: Error | null = null;
  const files = new Set<{ destroy(error: Error): unknown }>();
  const taking: Promise<void>[] = [];
  let settle: (() => void) | undefined;
  const settled = new Promise<void>((resolve) => {
    settle = resolve;
  });
  const fail = (error: Error) => {
    failure ??= error;
    for (const file of files) file.destroy(failure);
    settle?.();
  };
  const guarded = (work: () => void) => {
    try {
      if (!failure) work();
    } catch (error) {
      fail(error instanceof Error ? error : new UnreadableFormError("unreadable"));
    }
  };

  boy.on("partsLimit", () => fail(new UnreadableFormError("too many parts")));
  boy.on("error", () => fail(new UnreadableFormError("it isn't a form")));
  boy.on("finish", () => settle?.());
  boy.on("field", (name: string | undefined, value, _cut, isCut) =>
    guarded(() => {
      if (name === undefined) throw new UnreadableFormError("a part without a name");
      requireFormWithinLimits([[name, value]], limits);
      const bytes = Buffer.byteLength(value);
      typed += Math.min(bytes, most(name));
      if (typed > parts.bytes) throw new UnreadableFormError("too much is typed");
      if (!isCut && bytes <= most(name)) form.append(name, value);
      else if (parts.tooLong) parts.tooLong(name);
      else throw new UnreadableFormError("too long");
    }),
  );
  boy.on("file", (name: string | undefined, stream, fileName) => {
    // Without a listener, an error of an unread stream would end the process.
    stream.on("error", () => undefined);
    guarded(() => {
      if (name === undefined) throw new UnreadableFormError("a part without a name");
      requireFormWithinLimits([[name, ""]], limits);
      if (!parts.file) return void stream.resume();
      // A reader may stop early; the rest of the file is skipped, because more fields may follow.
      files.add(stream);
      const taken = parts
        .file({
          name,
          fileName,
          data: { [Symbol.asyncIterator]: () => stream.iterator({ destroyOnReturn: false }) },
        })
        .then((text) => void (text !== undefined && form.append(name, text)))
        .catch(fail)
        .finally(() => void files.delete(stream));
      taking.push(taken);
    });
    if (failure) stream.resume();
  });

  const written = (chunk: Uint8Array) =>
    Promise.race([settled, new Promise<void>((resolve) => boy.write(chunk, () => resolve()))]);
  try {
    for await (const chunk of chunksOf(request)) {
      await written(chunk);
      if (failure) break;
    }
    if (!failure) {
      boy.end();
      await settled;
    }
  } catch (error) {
    fail(error instanceof Error ? error : new UnreadableFormError("unreadable"));
  }
  await Promise.all(taking);
  if (failure) throw failure;
  return form;
}
