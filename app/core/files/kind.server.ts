import { open } from "node:fs/promises";
import { MAX_MEGABYTES } from "~/domain/files/file-sizes";

/** What may be kept on a job, by its content (decisions, section 9): how much of it, and as what it is served. */
export const FILE_KINDS = {
  pdf: { megabytes: MAX_MEGABYTES.pdf, type: "application/pdf", extension: "pdf" },
  mp4: { megabytes: MAX_MEGABYTES.mp4, type: "video/mp4", extension: "mp4" },
} as const;
export type FileKind = keyof typeof FILE_KINDS;

/** Brands of the MP4 family that hold a film; pictures in the same box (HEIC, AVIF) have others. */
const FILMS = new Set([
  "isom",
  "iso2",
  "iso4",
  "iso5",
  "iso6",
  "mp41",
  "mp42",
  "avc1",
  "M4V ",
  "M4VP",
  "dash",
  "MSNV",
]);

/** What a file is, read from its first bytes and never from its name. Null where it is neither. */
export function kindOf(head: Buffer): FileKind | null {
  const box = head.subarray(4, 8).toString("latin1");
  if (box === "ftyp") return FILMS.has(head.subarray(8, 12).toString("latin1")) ? "mp4" : null;
  // Some writers put a few bytes before a PDF's own first ones.
  return head.includes("%PDF-") ? "pdf" : null;
}

/** The same of a file on disk. */
export async function kindOfFile(path: string): Promise<FileKind | null> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(1024), 0, 1024, 0);
    return kindOf(buffer.subarray(0, bytesRead));
  } finally {
    await file.close();
  }
}

/** Bytes at the end of a PDF that are searched for its end mark; some writers put spaces or a signature behind it. */
const PDF_TAIL_BYTES = 64 * 1024;

/** Whether a PDF goes on to its end mark, which is missing where an upload or a download broke off. */
export async function isWholePdf(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const tail = Buffer.alloc(Math.min(size, PDF_TAIL_BYTES));
    await file.read(tail, 0, tail.length, size - tail.length);
    return tail.includes("%%EOF");
  } finally {
    await file.close();
  }
}

/** A name to save it under: plain signs, no path, and the extension of what it is. */
export function safeName(name: string, kind: FileKind): string {
  const base = name
    .replace(/^.*[\\/]/, "")
    .replace(/\.[A-Za-z0-9]{1,5}$/, "")
    .replace(/[^\p{L}\p{N} ._()-]/gu, "_")
    .replace(/^[. ]+/, "");
  // By whole characters: half of one can't be written into an address or a header.
  const short = [...base].slice(0, 100).join("").trim();
  return `${short || "file"}.${FILE_KINDS[kind].extension}`;
}
