import { open } from "node:fs/promises";
import { MAX_UPLOAD_MEGABYTES } from "~/lib/files/file-sizes";

/** File kinds allowed on a job, detected by content (docs/domain.md#files): size limit and served type. */
export const FILE_KINDS = {
  pdf: { megabytes: MAX_UPLOAD_MEGABYTES.pdf, type: "application/pdf", extension: "pdf" },
  mp4: { megabytes: MAX_UPLOAD_MEGABYTES.mp4, type: "video/mp4", extension: "mp4" },
} as const;
export type FileKind = keyof typeof FILE_KINDS;

/** MP4 brands that contain video; pictures in the same container format (HEIC, AVIF) have other brands. */
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

/** Detect a file's kind from its first bytes, never from its name. Null for any other kind. */
export function detectFileKind(head: Buffer): FileKind | null {
  const box = head.subarray(4, 8).toString("latin1");
  if (box === "ftyp") return FILMS.has(head.subarray(8, 12).toString("latin1")) ? "mp4" : null;
  // Search for the header, because some programs write a few bytes before a PDF's header.
  return head.includes("%PDF-") ? "pdf" : null;
}

/** Detect the kind of a file on disk. */
export async function detectFileKindAtPath(path: string): Promise<FileKind | null> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(1024), 0, 1024, 0);
    return detectFileKind(buffer.subarray(0, bytesRead));
  } finally {
    await file.close();
  }
}

/**
 * Number of bytes at the end of a PDF to search for its end mark, because some programs write spaces or a signature
 * after the mark.
 */
const PDF_TAIL_BYTES = 64 * 1024;

/** Check whether a PDF has its end mark, which is missing after an interrupted upload or download. */
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

/** Convert a file name for download: plain characters, no path, and the extension of its kind. */
export function toSafeFileName(name: string, kind: FileKind): string {
  const base = name
    .replace(/^.*[\\/]/, "")
    .replace(/\.[A-Za-z0-9]{1,5}$/, "")
    .replace(/[^\p{L}\p{N} ._()-]/gu, "_")
    .replace(/^[. ]+/, "");
  // Cut between whole characters, because half a character can't be in an address or a header.
  const short = [...base].slice(0, 100).join("").trim();
  return `${short || "file"}.${FILE_KINDS[kind].extension}`;
}
