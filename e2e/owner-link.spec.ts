import { expect, signInWithCookies, test } from "./support/test";

test("@asked a land owner without an account sees her loads with a printed code, until the code is revoked", async ({
  page,
}) => {
  const who = `Mrs. Aho ${crypto.randomUUID().slice(0, 6)}`;
  await signInWithCookies(page, "manager");
  await page.goto("/jobs/1/owner");
  await page.getByRole("link", { name: "New link" }).click();
  await page.getByLabel("Who gets it").fill(who);
  await page.getByRole("button", { name: "Make the link" }).click();
  await expect(page.getByText("Nothing was sent.")).toBeVisible();
  const card = page.getByRole("region", { name: "Card to print" });
  const code = /(?:[0-9A-Z]{4}-){3}[0-9A-Z]{4}/.exec((await card.textContent()) ?? "")?.[0] ?? "";
  expect(code).not.toBe("");

  await page.context().clearCookies();
  await page.goto("/owner");
  await page.getByLabel("Code").fill("no such code");
  await page.getByRole("button", { name: "Show my loads" }).click();
  await expect(page.getByText("This code doesn't open anything.").first()).toBeVisible();
  await page.getByLabel("Code").fill(code.toLowerCase().replaceAll("-", " "));
  await page.getByRole("button", { name: "Show my loads" }).click();
  await expect(page.getByRole("heading", { name: "Wood from your land" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Every load, the newest first" })).toBeVisible();
  await expect(page.locator("main")).not.toContainText("$");
  await page.getByRole("link", { name: "Report to print" }).click();
  await expect(page.getByRole("heading", { name: "Report of loads to the land owner" })).toBeVisible();
  await expect(page.getByRole("columnheader", { name: "Scale ticket" })).toBeVisible();

  await signInWithCookies(page, "manager");
  await page.goto("/jobs/1/owner");
  await page.getByRole("link", { name: `End the link of ${who}` }).click();
  await page.getByRole("button", { name: "End this link" }).click();
  await expect(page.getByText("The link is off.")).toBeVisible();
  await page.context().clearCookies();
  const gone = await page.goto(`/owner/${code}`);
  expect(gone?.status()).toBe(404);
});
