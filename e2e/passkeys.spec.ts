import type { Page } from "@playwright/test";
import { type Served, serveDemo } from "../scripts/serve";
import { runAxe } from "./support/axe";
import { expect, PASSWORD, signInAt, test } from "./support/test";

let site: Served;
let url: string;
test.beforeAll(async () => {
  site = await serveDemo({}, { name: "localhost" });
  url = site.url.replace("127.0.0.1", "localhost");
});
test.afterAll(() => site.stop());

/** Add the browser's virtual authenticator, which confirms everything, and return functions to inspect its passkeys. */
async function device(page: Page) {
  const protocol = await page.context().newCDPSession(page);
  await protocol.send("WebAuthn.enable");
  const { authenticatorId } = await protocol.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    remove: () => protocol.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId }),
    kept: async () =>
      (await protocol.send("WebAuthn.getCredentials", { authenticatorId })).credentials.map(
        ({ rpId, signCount }) => ({ rpId, signCount }),
      ),
  };
}

test("@script a user adds a passkey, signs in with it instead of a code, renames it, and removes it", async ({
  page,
}) => {
  const phone = await device(page);
  await signInAt(page, url, "hauler");
  await page.goto(`${url}/profile/second-factor/passkeys/new`);
  await page.getByLabel("Name").fill("My phone");
  await page.getByLabel("Your password").fill(PASSWORD);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Make it now" }).click();
  await expect(page.getByRole("heading", { name: "Your recovery codes" })).toBeVisible();
  const codes = (await page.locator("ul.mono li").allInnerTexts()).map((item) => item.trim());
  expect(codes).toHaveLength(10);
  expect(await phone.kept()).toMatchObject([{ rpId: "localhost" }]);
  await page.getByRole("link", { name: "I've saved them" }).click();
  await expect(page.getByText(/My phone: added/)).toBeVisible();

  // The device detects its existing passkey, so nothing is sent.
  await page.goto(`${url}/profile/second-factor/passkeys/new`);
  await page.getByLabel("Name").fill("Once more");
  await page.getByLabel("Your password").fill(PASSWORD);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Make it now" }).click();
  await expect(page.getByText("This device already has a passkey for your account.")).toBeVisible();

  const half = async () => {
    await page.context().clearCookies();
    await page.goto(`${url}/login?next=/jobs`);
    await page.getByLabel("Email or phone").fill("hauler@demo.test");
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("One more step");
  };
  await half();
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await page.getByRole("button", { name: "Use my passkey" }).click();
  await expect(page).toHaveURL(`${url}/jobs`);
  await page.goto(`${url}/profile/second-factor`);
  await expect(page.getByText(/My phone: added .*, last used /)).toBeVisible();

  // On a device without the passkey the user can't sign in with it, but can use a recovery code.
  await half();
  await phone.remove();
  await device(page);
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await page.getByRole("button", { name: "Use my passkey" }).click();
  await expect(page.getByText("That was stopped, or it took too long.")).toBeVisible();
  await page.getByRole("link", { name: "Type a code instead" }).click();
  await page.getByLabel("Code").fill(codes[0] ?? "");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(`${url}/jobs`);

  await page.goto(`${url}/profile/second-factor`);
  await page.getByRole("link", { name: "Rename My phone" }).click();
  await expect(page.getByLabel("Name")).toHaveValue("My phone");
  expect(await runAxe(page, "everything")).toEqual([]);
  await page.getByLabel("Name").fill("Lost phone");
  await page.getByRole("button", { name: "Save name" }).click();
  await page.getByRole("link", { name: "Remove Lost phone" }).click();
  expect(await runAxe(page, "everything")).toEqual([]);
  await page.getByLabel("Your password").fill(PASSWORD);
  await page.getByRole("button", { name: "Remove it" }).click();
  await expect(page.getByText("This is your only second factor.").first()).toBeVisible();
  await page.goto(`${url}/profile/second-factor/passkeys/new`);
  await page.getByLabel("Name").fill("New phone");
  await page.getByLabel("Your password").fill(PASSWORD);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Make it now" }).click();
  await expect(page).toHaveURL(/\/profile\/second-factor\?done=passkey-added$/);
  await page.getByRole("link", { name: "Remove Lost phone" }).click();
  await page.getByLabel("Your password").fill(PASSWORD);
  await page.getByRole("button", { name: "Remove it" }).click();
  await expect(page.getByText("Passkey removed")).toBeVisible();
  await expect(page.getByText(/Lost phone/)).toHaveCount(0);
});
