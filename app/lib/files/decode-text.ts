/**
 * Characters of Windows-1252 from 0x80 to 0x9F, where Latin-1 has control characters; spaces for the five unassigned
 * bytes.
 */
const CURLY = "€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ";

/**
 * Decode an uploaded text file: UTF-8 or UTF-16 (Excel's "Unicode Text"), with or without a byte order mark, and
 * anything else as Windows-1252. All readers of text files use this function.
 */
export function decodeText(bytes: Uint8Array): string {
  const utf16 = utf16Name(bytes);
  return utf16 ? new TextDecoder(utf16).decode(bytes) : decodeEightBit(bytes);
}

/** Decode UTF-8, or else Windows-1252, such as from a shapefile's table, where zero bytes may pad a cell. */
export function decodeEightBit(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return decodeWindows1252(bytes);
  }
}

/** Node 20 and 22 decode "windows-1252" as Latin-1, so curly quotes and dashes are decoded here. */
const decodeWindows1252 = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString("latin1")
    .replace(/[\x80-\x9F]/g, (letter) => CURLY[letter.charCodeAt(0) - 0x80] ?? "");

function utf16Name(bytes: Uint8Array): "utf-16le" | "utf-16be" | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  const head = bytes.subarray(0, 200);
  if (head.length < 8) return null;
  // In UTF-16 text that is mostly ASCII, every other byte is zero.
  const zeros = (odd: number) => head.filter((byte, index) => index % 2 === odd && byte === 0).length;
  if (zeros(1) > head.length / 3) return "utf-16le";
  return zeros(0) > head.length / 3 ? "utf-16be" : null;
}
