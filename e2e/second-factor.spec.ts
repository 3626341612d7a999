import type { Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { expect, test } from "./support/test";

const PASSWORD = "four plain words here";

/**
 * Return the code that an authenticator app shows now, or the next half minute's code if the current one was already
 * used. The server accepts either code.
 */
const codeOf = (secret: string, ahead = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret), digits: 6, period: 30 }).generate({
    timestamp: Date.now() + ahead * 1000,
  });

async function signUp(page: Page, email: string) {
  await page.goto("/signup");
  await page.getByLabel("First name").fill("Frida");
  await page.getByLabel("Last name").fill("Salo");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your company");
}

/** Sign out, then sign in again up to the page for the second factor. */
async function toTheCode(page: Page, email: string) {
  await page.goto("/logout");
  await page.getByRole("button", { name: "Sign out" }).first().click();
  await expect(page).toHaveURL(/\/login/);
  await page.getByLabel("Email or phone").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByLabel("Code")).toBeVisible();
}

async function typeCode(page: Page, code: string) {
  await page.getByLabel("Code").fill(code);
  await page.getByRole("button", { name: "Sign in" }).click();
}

test("@asked an app code and a recovery code each sign in once, and a code removes the second factor", async ({
  page,
}, info) => {
  const email = `frida-${info.project.name || "driver"}-${Date.now()}@example.test`;
  await signUp(page, email);
  await page.goto("/profile");
  await page.getByRole("link", { name: "Second factor" }).click();
  await expect(page.getByText("Your password alone lets you in now.")).toBeVisible();
  await page.getByRole("link", { name: "Set up an app" }).click();
  const secret = (await page.locator("code.secret").innerText()).trim();

  await page.getByLabel("Code from the app").fill("000000");
  await page.getByLabel("Your password").fill(PASSWORD);
  await page.getByRole("button", { name: "Set it up" }).click();
  await expect(page.getByText("This code isn't right").first()).toBeVisible();
  // The QR code is the same after a mistake: the secret that the app scanned stays valid.
  await expect(page.locator("code.secret")).toHaveText(secret);
  await page.getByLabel("Code from the app").fill(codeOf(secret));
  await page.getByLabel("Your password").fill("not my password");
  await page.getByRole("button", { name: "Set it up" }).click();
  await expect(page.getByText("This isn't your password.").first()).toBeVisible();
  await page.getByLabel("Code from the app").fill(codeOf(secret));
  await page.getByLabel("Your password").fill(PASSWORD);
  await page.getByRole("button", { name: "Set it up" }).click();
  await expect(page.getByRole("heading", { name: "Your recovery codes" })).toBeVisible();
  const codes = (await page.locator("ul.mono li").allInnerTexts()).map((item) => item.trim());
  expect(codes).toHaveLength(10);
  await page.getByRole("link", { name: "I've saved them" }).click();
  await expect(page.getByText("10 codes left.")).toBeVisible();

  await toTheCode(page, email);
  // The password alone gives no access.
  await page.goto("/profile");
  await expect(page).toHaveURL(/\/login/);
  await page.goto("/login/code?next=/profile");
  await typeCode(page, "123456");
  await expect(page.getByText("This code isn't right, or it was already used.")).toBeVisible();
  await typeCode(page, codeOf(secret, 30));
  await expect(page).toHaveURL(/\/profile$/);

  const [first = "", second = ""] = codes;
  await toTheCode(page, email);
  await typeCode(page, first);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your company");
  await toTheCode(page, email);
  await typeCode(page, first);
  await expect(page.getByText("This code isn't right, or it was already used.")).toBeVisible();
  await typeCode(page, second.toLowerCase());
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your company");

  await page.goto("/profile/second-factor");
  await expect(page.getByText("8 codes left.")).toBeVisible();
  await page.getByRole("link", { name: "Make new codes" }).click();
  await page.getByLabel("Your password").fill(PASSWORD);
  await page.getByRole("button", { name: "Make new codes" }).click();
  const fresh = (await page.locator("ul.mono li").allInnerTexts()).map((item) => item.trim());
  expect(fresh).toHaveLength(10);
  await page.getByRole("link", { name: "I've saved them" }).click();
  await page.getByRole("link", { name: "Turn off the second factor" }).click();
  await page.getByLabel("Your password").fill(PASSWORD);
  await page.getByLabel("Code from your app, or a recovery code").fill(codes[2] ?? "");
  await page.getByRole("button", { name: "Turn it off" }).click();
  await expect(page.getByText("This code isn't right").first()).toBeVisible();
  await page.getByLabel("Your password").fill(PASSWORD);
  await page.getByLabel("Code from your app, or a recovery code").fill(fresh[0] ?? "");
  await page.getByRole("button", { name: "Turn it off" }).click();
  await expect(page.getByText("Your password alone lets you in now.")).toBeVisible();
  await page.goto("/profile");
  await expect(page.getByText("The second factor was turned off")).toBeVisible();
});

test("@both the page for adding a passkey offers alternatives if there is no JavaScript", async ({
  page,
  javaScriptEnabled,
}, info) => {
  await signUp(page, `fred-${info.project.name || "driver"}-${Date.now()}@example.test`);
  await page.goto("/profile/second-factor");
  await page.getByRole("link", { name: "Add a passkey" }).click();
  await page.getByLabel("Name").fill("My phone");
  await page.getByLabel("Your password").fill(PASSWORD);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { name: "Make the passkey “My phone”" })).toBeVisible();
  const lacking = page.getByText("Passkeys need scripts, and this browser doesn't run them.");
  if (info.project.name === "script" && javaScriptEnabled !== false) {
    await expect(page.getByRole("button", { name: "Make it now" })).toBeVisible();
    await expect(lacking).toHaveCount(0);
  } else {
    await expect(lacking).toBeVisible();
  }
});
