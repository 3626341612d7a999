import { readFileSync } from "node:fs";
import sharp from "sharp";
import { expect, test } from "vitest";
import { isCachedPage } from "../app/modules/offline/rules/paths";

const manifest = JSON.parse(readFileSync("public/manifest.webmanifest", "utf8"));

test("the app is installable: its icons exist in the declared sizes, and one is maskable", async () => {
  expect(manifest).toMatchObject({ name: "Timbertally", display: "standalone", scope: "/", start_url: "/" });
  const { icons } = manifest;
  expect(icons.map(({ purpose }: { purpose: string }) => purpose)).toContain("maskable");
  for (const { src, sizes, type } of icons) {
    const { width, height, format } = await sharp(`public${src}`).metadata();
    if (type === "image/png") expect([src, format, sizes]).toEqual([src, "png", `${width}x${height}`]);
    else expect([src, format, sizes]).toEqual([src, "svg", "any"]);
  }
});

test("a maskable icon fills its square, and its drawing stays inside the circle that devices keep visible", async () => {
  const { data, info } = await sharp("public/icons/maskable-512.png")
    .raw()
    .toBuffer({ resolveWithObject: true });
  const green = data.subarray(0, 3).join();
  let outside = 0;
  for (let index = 0; index < info.width * info.height; index++) {
    const [x, y] = [(index % info.width) - 256, Math.floor(index / info.width) - 256];
    const start = index * info.channels;
    if (Math.hypot(x, y) > 0.4 * 512 && data.subarray(start, start + 3).join() !== green) outside++;
  }
  expect([green, outside]).toEqual(["28,74,51", 0]);
});

test("the app's start page and shortcuts open without a signal", () => {
  const { start_url, shortcuts } = manifest;
  expect(shortcuts.map(({ name }: { name: string }) => name)).toEqual([
    "New ticket",
    "Scan a sheet",
    "Outbox",
  ]);
  for (const path of [start_url, ...shortcuts.map(({ url }: { url: string }) => url)])
    expect([path, isCachedPage(path)]).toEqual([path, true]);
});
