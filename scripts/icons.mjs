/*
 * Draws the icons of the installed app from public/icon.svg: `node scripts/icons.mjs`. A maskable one fills its square, with
 * the mark inside the circle that every device leaves of it.
 */
import "./help.mjs";
import { mkdirSync, readFileSync } from "node:fs";
import sharp from "sharp";

const GREEN = "#1c4a33";
const svg = readFileSync("public/icon.svg", "utf8");
const mark = /<g .*<\/g>/s.exec(svg)?.[0] ?? "";
/** The mark takes 62 of 100 parts, whose corners lie inside the safe circle of 80. */
const inset = 32 * 0.12;
const filled = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${-inset} ${-inset} ${32 + 2 * inset} ${32 + 2 * inset}"><rect x="${-inset}" y="${-inset}" width="100%" height="100%" fill="${GREEN}"/>${mark}</svg>`;

mkdirSync("public/icons", { recursive: true });
const draw = (from, size, name) =>
  sharp(Buffer.from(from), { density: (72 * size) / 32 })
    .resize(size, size)
    .png({ palette: true, effort: 10 })
    .toFile(`public/icons/${name}.png`);
await draw(svg, 192, "app-192");
await draw(svg, 512, "app-512");
await draw(filled, 512, "maskable-512");
await draw(filled, 180, "apple-180");
