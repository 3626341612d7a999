import { inflateRawSync } from "node:zlib";

/** Error in an uploaded zip file; its message is shown to the user. */
export class UnreadableZipError extends Error {}

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const STORED = 0;
const DEFLATED = 8;

/**
 * Unpack the files of a zip archive whose names `wanted` accepts. Names include folders, since two folders may contain
 * files of one name; names are never used as paths. All files together may unpack to at most `most` bytes, regardless
 * of the sizes that the archive declares.
 */
export function unzip(bytes: Buffer, wanted: (name: string) => boolean, most: number): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  let left = most;
  const end = endOf(bytes);
  const count = bytes.readUInt16LE(end + 10);
  let uint32le = bytes.readUInt32LE(end + 16);
  for (let i = 0; i < count; i++) {
    if (uint32le + 46 > bytes.length || bytes.readUInt32LE(uint32le) !== ENTRY)
      throw new UnreadableZipError("the archive is broken");
    const flags = bytes.readUInt16LE(uint32le + 8);
    const method = bytes.readUInt16LE(uint32le + 10);
    const packed = bytes.readUInt32LE(uint32le + 20);
    const nameLength = bytes.readUInt16LE(uint32le + 28);
    const header = bytes.readUInt32LE(uint32le + 42);
    const path = bytes.toString("utf8", uint32le + 46, uint32le + 46 + nameLength);
    uint32le += 46 + nameLength + bytes.readUInt16LE(uint32le + 30) + bytes.readUInt16LE(uint32le + 32);
    const name = path.replace(/^.*[\\/]/, "");
    if (/(^|[\\/])__MACOSX[\\/]/.test(path) || name.startsWith("._") || !wanted(name)) continue;
    if (flags & 1) throw new UnreadableZipError("the archive has a password");
    if (header + 30 > bytes.length) throw new UnreadableZipError("the archive is broken");
    const from = header + 30 + bytes.readUInt16LE(header + 26) + bytes.readUInt16LE(header + 28);
    const data = bytes.subarray(from, from + packed);
    if (data.length !== packed) throw new UnreadableZipError("the archive is cut off");
    const file = unpacked(data, method, left);
    left -= file.length;
    files.set(unusedName(path.replaceAll("\\", "/"), files), file);
  }
  return files;
}

/** Return an unused name: an archive may contain a name twice, and both files must be returned. */
function unusedName(path: string, files: ReadonlyMap<string, Buffer>): string {
  let name = path;
  for (let copy = 2; files.has(name); copy++) name = `${copy}/${path}`;
  return name;
}

/** Return the offset of the archive's end record, which a comment may follow. */
function endOf(bytes: Buffer): number {
  for (let index = bytes.length - 22; index >= Math.max(0, bytes.length - 66_000); index--)
    if (bytes.readUInt32LE(index) === END) return index;
  throw new UnreadableZipError("it isn't a zip archive, or it is cut off");
}

function unpacked(data: Buffer, method: number, left: number): Buffer {
  const tooMuch = new UnreadableZipError("it is too large when unpacked");
  if (method === STORED) {
    if (data.length > left) throw tooMuch;
    return data;
  }
  if (method !== DEFLATED) throw new UnreadableZipError("it uses compression we don't support");
  try {
    return inflateRawSync(data, { maxOutputLength: Math.max(1, left) });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : "";
    if (code === "ERR_BUFFER_TOO_LARGE") throw tooMuch;
    throw new UnreadableZipError("the archive is broken");
  }
}
