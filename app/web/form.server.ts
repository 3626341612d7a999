import { Busboy } from "@fastify/busboy";
import { data } from "@remix-run/node";
import {
  checkForm,
  FORM_BYTES,
  type FormLimits,
  limitsOf,
  MOST_NAME,
  UnreadableForm,
} from "~/domain/http/form-gate";

/**
 * Read a request's body as a form. The limits apply here: how many answers, how long and deep their names, and how long
 * their lists, all before anything is made of them. An unreadable body is the sender's fault, and the answer says so.
 */
export async function readForm(request: Request): Promise<FormData> {
  try {
    return await gated(request);
  } catch (error) {
    if (!(error instanceof UnreadableForm)) throw error;
    throw data({ message: "We couldn't read this form. Reload the page and try again." }, { status: 422 });
  }
}

async function gated(request: Request): Promise<FormData> {
  const limits = limitsOf(new URL(request.url).pathname);
  const type = request.headers.get("Content-Type") ?? "";
  if (/^multipart\/form-data\b/i.test(type)) return readMultipart(request, limits, { bytes: FORM_BYTES });
  if (!/^application\/x-www-form-urlencoded\b/i.test(type)) throw new UnreadableForm("no form");
  const body = await bodyBytes(request, FORM_BYTES);
  checkCount(body, limits);
  const entries = [...new URLSearchParams(body.toString())];
  checkForm(entries, limits);
  const form = new FormData();
  for (const [name, value] of entries) form.append(name, value);
  return form;
}

/** Refuses by the bytes alone what has more answers than it may, before they are taken apart. */
function checkCount(body: Buffer, limits: FormLimits) {
  let fields = 1;
  for (let at = body.indexOf("&"); at !== -1; at = body.indexOf("&", at + 1)) {
    fields += 1;
    if (fields > limits.fields) throw new UnreadableForm("too many fields");
  }
}

/** A body that is not longer than it may be, held once: its size was said before it came. */
export async function bodyBytes(request: Request, most: number): Promise<Buffer> {
  const said = Number(request.headers.get("Content-Length") ?? 0);
  let held = Buffer.allocUnsafe(said > 0 && said <= most ? said : 0);
  let bytes = 0;
  for await (const chunk of chunksOf(request)) {
    const end = bytes + chunk.byteLength;
    if (end > most) throw new UnreadableForm("too long");
    if (end > held.length) held = Buffer.concat([held.subarray(0, bytes)], Math.max(end, 2 * bytes));
    held.set(chunk, bytes);
    bytes = end;
  }
  return held.subarray(0, bytes);
}

/**
 * The body as it comes. Who stops reading leaves the rest where it is: to cancel it would cut the line before the
 * sender has read why, and the server drops what is left once it has answered.
 */
async function* chunksOf(request: Request): AsyncGenerator<Uint8Array> {
  const reader = request.body?.getReader();
  if (!reader) return;
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw new UnreadableForm("it broke off");
    });
    if (done) return;
    yield value;
  }
}

type FilePart = { name: string; fileName: string; data: AsyncIterable<Uint8Array> };

export type Parts = {
  /** So many bytes all typed answers together may have, and any one of them unless `most` says otherwise. */
  bytes: number;
  most?: (name: string) => number;
  /** Called for an answer that's too long; without it, the form is refused as unreadable. */
  tooLong?: (name: string) => void;
  /** Read a file's bytes to their end; the result takes the file's place in the form. */
  file?: (part: FilePart) => Promise<string | undefined>;
};

// A boundary has at most 70 characters (RFC 2046). Looking for a longer one costs its length for each byte.
const BOUNDARY = /;\s{0,10}boundary=(?:"[^"]{1,70}"|[^\s;"]{1,70})\s{0,10}(?:;|$)/i;

/** Read a multipart form as it arrives. The first thing that isn't part of a form stops the reading. */
export async function readMultipart(request: Request, limits: FormLimits, parts: Parts): Promise<FormData> {
  const type = request.headers.get("Content-Type") ?? "";
  if (!BOUNDARY.test(type)) throw new UnreadableForm("no boundary");
  const most = (name: string) => parts.most?.(name) ?? parts.bytes;
  const boy = new Busboy({
    headers: { "content-type": type },
    preservePath: true,
    isPartAFile: (_name, _type, fileName) => fileName !== undefined,
    limits: {
      fieldNameSize: MOST_NAME * 4,
      // More than any answer may have; a longer one is detected by being cut off.
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
      fail(error instanceof Error ? error : new UnreadableForm("unreadable"));
    }
  };

  boy.on("partsLimit", () => fail(new UnreadableForm("too many parts")));
  boy.on("error", () => fail(new UnreadableForm("it isn't a form")));
  boy.on("finish", () => settle?.());
  boy.on("field", (name: string | undefined, value, _cut, isCut) =>
    guarded(() => {
      if (name === undefined) throw new UnreadableForm("a part without a name");
      checkForm([[name, value]], limits);
      const bytes = Buffer.byteLength(value);
      typed += Math.min(bytes, most(name));
      if (typed > parts.bytes) throw new UnreadableForm("too much is typed");
      if (!isCut && bytes <= most(name)) form.append(name, value);
      else if (parts.tooLong) parts.tooLong(name);
      else throw new UnreadableForm("too long");
    }),
  );
  boy.on("file", (name: string | undefined, stream, fileName) => {
    // Without a listener an error of a stream that nobody reads would end the process.
    stream.on("error", () => undefined);
    guarded(() => {
      if (name === undefined) throw new UnreadableForm("a part without a name");
      checkForm([[name, ""]], limits);
      if (!parts.file) return void stream.resume();
      // Who stops reading a file early may read past the rest of it afterwards: the form behind it is still to come.
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
    fail(error instanceof Error ? error : new UnreadableForm("unreadable"));
  }
  await Promise.all(taking);
  if (failure) throw failure;
  return form;
}
