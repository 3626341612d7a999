import { inflateSync } from "node:zlib";

/** Collect all bytes of a streamed file. */
export async function readBytes(body: AsyncGenerator<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** Return all text on a PDF's pages, in the order in which it is drawn. */
export function readPdfText(file: Buffer): string {
  let text = "";
  for (const [, raw = ""] of file.toString("latin1").matchAll(/stream\n([\s\S]*?)\nendstream/g)) {
    let page = "";
    try {
      page = inflateSync(Buffer.from(raw, "latin1")).toString("latin1");
    } catch {
      continue;
    }
    for (const [, shown = ""] of page.matchAll(/\[((?:<[0-9a-f]*>|[-\d. ])+)\] TJ/g))
      text += `${[...shown.matchAll(/<([0-9a-f]*)>/g)].map(([, hex = ""]) => Buffer.from(hex, "hex").toString("latin1")).join("")}\n`;
  }
  return text;
}
const cents = (dollars: string) => Math.round(Number(dollars) * 100);
/** Return the amounts, in cents, that form a whole line of a PDF's text. */
export const readPdfAmounts = (text: string) =>
  text
    .split("\n")
    .filter((line) => /^-?\$[\d,]+\.\d\d$/.test(line))
    .map((line) => cents(line.replace(/[$,]/g, "")));
