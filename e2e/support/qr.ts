import type { Page } from "@playwright/test";
import jsQR from "jsqr";
import sharp from "sharp";
import { expect } from "./test";

/** Read the first QR code on a page from a screenshot, as a phone does. Retry while the page is still fading in. */
export async function readQrCode(page: Page): Promise<string> {
  let code = "";
  await expect
    .poll(async () => {
      const png = await page.locator(".qr svg").first().screenshot({ scale: "device" });
      const { data, info } = await sharp(png)
        .resize(600, 600, { kernel: "nearest" })
        .ensureAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      code = jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data ?? "";
      return code;
    })
    .not.toBe("");
  return code;
}
