const starts = (bytes: Buffer, ...first: number[]) => first.every((byte, index) => bytes[index] === byte);
/** First characters of a text in lower case, without byte order mark and spaces. */
const opening = (bytes: Buffer) =>
  bytes
    .subarray(0, 2_000)
    .toString("latin1")
    .replace(/^(ï»¿|ÿþ|þÿ)|\0/g, "")
    .trimStart()
    .toLowerCase();
const wide = (text: string) => Buffer.from(text, "utf16le");
const SAVE_AS_XLSX = 'Open it in Excel, save it as "Excel Workbook (.xlsx)", and send that.';

/** Unsupported file formats that people upload as spreadsheets, each with advice. */
const FORMATS: { is: (bytes: Buffer) => boolean; words: string }[] = [
  {
    is: (bytes) => starts(bytes, 0x25, 0x50, 0x44, 0x46),
    words: "This is a PDF. Send the rows as CSV or a spreadsheet (XLSX), or paste them.",
  },
  {
    is: (bytes) =>
      starts(bytes, 0x89, 0x50, 0x4e, 0x47) ||
      starts(bytes, 0xff, 0xd8, 0xff) ||
      bytes.subarray(4, 8).toString("latin1") === "ftyp",
    words: "This is a picture. Send the rows as CSV or a spreadsheet (XLSX), or paste them.",
  },
  {
    is: (bytes) => /^(mime-version:|<!doctype html|<html|<table|<head|<meta|<style)/.test(opening(bytes)),
    words: `This is a web page, even if its name ends in .xls. ${SAVE_AS_XLSX}`,
  },
  {
    is: (bytes) => /^<\?xml[^>]*>[\s\S]*urn:schemas-microsoft-com:office:spreadsheet/.test(opening(bytes)),
    words: `This is an XML spreadsheet. ${SAVE_AS_XLSX}`,
  },
  {
    // A password-protected XLSX is an OLE file; a sheet from before 1997 has no container format.
    is: (bytes) => starts(bytes, 0xd0, 0xcf, 0x11, 0xe0) && bytes.includes(wide("EncryptedPackage")),
    words:
      "This spreadsheet is protected with a password. Save a copy without the password, and send the copy.",
  },
  {
    is: (bytes) =>
      (starts(bytes, 0xd0, 0xcf, 0x11, 0xe0) &&
        !bytes.includes(wide("Workbook")) &&
        bytes.includes(wide("Book"))) ||
      [0, 2, 4].some((version) => starts(bytes, 0x09, version, version === 0 ? 4 : 6, 0)),
    words: `This spreadsheet is from a version of Excel before 1997. ${SAVE_AS_XLSX}`,
  },
  {
    is: (bytes) => starts(bytes, 0x50, 0x4b) && bytes.includes("Index/Document.iwa"),
    words: "This is an Apple Numbers spreadsheet. Export it to Excel or CSV, and send that.",
  },
  {
    is: (bytes) => starts(bytes, 0x50, 0x4b) && bytes.includes("word/document.xml"),
    words: "This is a Word document. Copy its table and paste it, or send a spreadsheet (XLSX).",
  },
];

/**
 * Return a message that names an unsupported file format and tells how to save the file as a table; null if the file
 * may be readable.
 */
export const getUnsupportedFormatMessage = (bytes: Buffer): string | null =>
  FORMATS.find(({ is }) => is(bytes))?.words ?? null;
