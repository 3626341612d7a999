import sharp from "sharp";
import type { El } from "./dom";

/** Mixed-case SVG attribute names, which the parser reads in lower case. */
const CASED: Record<string, string> = { viewbox: "viewBox", preserveaspectratio: "preserveAspectRatio" };

/** Render an inline SVG as an image, dark on white. */
export async function renderDrawing(element: El): Promise<Buffer> {
  if (element.name !== "svg") throw new Error(`How a <${element.name}> looks only a browser knows.`);
  const cased = element.outerHTML.replace(
    / (viewbox|preserveaspectratio)=/g,
    (_, name: string) => ` ${CASED[name] ?? name}=`,
  );
  const svg = cased
    .replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"')
    .replace(/ xmlns="[^"]*"(?=.* xmlns=)/, "");
  return sharp(Buffer.from(svg), { density: 300 }).flatten({ background: "white" }).png().toBuffer();
}
