import { pipeline, Readable } from "node:stream";
import { crc32, createDeflateRaw } from "node:zlib";

/** File of a ZIP archive. Its text may be generated while the archive is written. */
export type ZipEntry = { path: string; text: AsyncIterable<string> };

/** Largest size in bytes in an archive without 64-bit records, whose size fields have four bytes. */
const MAX_ROWS = 0xffffffff;
/**
 * Deflate compression. The flags mean that sizes follow the data, because the sizes aren't known before, and that file
 * names are UTF-8.
 */
const METHOD = 8;
const FLAGS = 0x0808;
const VERSION = 20;
/** January 1, 1980, the earliest possible date in an archive. A fixed date makes the same rows produce the same bytes. */
const DATE = 0x21;

type Written = { name: Buffer; crc: number; packed: number; size: number; at: number };

const numbers = (...parts: (readonly [value: number, bytes: 2 | 4])[]): Buffer => {
  const created = Buffer.alloc(parts.reduce((sum, [, bytes]) => sum + bytes, 0));
  let index = 0;
  for (const [value, bytes] of parts) index = created.writeUIntLE(value, index, bytes);
  return created;
};

/** Write a ZIP archive, one file after another, while the files' text is generated. Written data isn't kept in memory. */
export async function* streamZip(entries: Iterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const files: Written[] = [];
  let index = 0;
  for (const { path, text } of entries) {
    const name = Buffer.from(path);
    const head = Buffer.concat([
      numbers([0x04034b50, 4], [VERSION, 2], [FLAGS, 2], [METHOD, 2], [0, 2], [DATE, 2]),
      numbers([0, 4], [0, 4], [0, 4], [name.length, 2], [0, 2]),
      name,
    ]);
    yield head;
    const file: Written = { name, crc: 0, packed: 0, size: 0, at: index };
    for await (const piece of deflated(text, file)) yield piece;
    if (file.size > MAX_ROWS || index + file.packed > MAX_ROWS)
      throw new Error("the spreadsheet is larger than 4 GB");
    const tail = numbers([0x08074b50, 4], [file.crc, 4], [file.packed, 4], [file.size, 4]);
    yield tail;
    index += head.length + file.packed + tail.length;
    files.push(file);
  }
  const list = Buffer.concat(files.map(listed));
  yield list;
  yield numbers(
    [0x06054b50, 4],
    [0, 2],
    [0, 2],
    [files.length, 2],
    [files.length, 2],
    [list.length, 4],
    [index, 4],
    [0, 2],
  );
}

/** Compress text as UTF-8 and count its bytes. If the reader stops, the source of the text stops too. */
async function* deflated(text: AsyncIterable<string>, file: Written): AsyncGenerator<Uint8Array> {
  async function* counted() {
    for await (const part of text) {
      const bytes = Buffer.from(part);
      file.crc = crc32(bytes, file.crc);
      file.size += bytes.length;
      yield bytes;
    }
  }
  const packed: AsyncIterable<Buffer> = pipeline(Readable.from(counted()), createDeflateRaw(), () => {});
  for await (const bytes of packed) {
    file.packed += bytes.length;
    yield bytes;
  }
}

const listed = ({ name, crc, packed, size, at }: Written): Buffer =>
  Buffer.concat([
    numbers([0x02014b50, 4], [VERSION, 2], [VERSION, 2], [FLAGS, 2], [METHOD, 2], [0, 2], [DATE, 2]),
    numbers(
      [crc, 4],
      [packed, 4],
      [size, 4],
      [name.length, 2],
      [0, 2],
      [0, 2],
      [0, 2],
      [0, 2],
      [0, 4],
      [at, 4],
    ),
    name,
  ]);
