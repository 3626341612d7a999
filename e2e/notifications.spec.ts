import { chooseOption, expect, test } from "./support/test";

test("people on a job receive its news, read it, dismiss it and restore it", async ({ as }) => {
  const title = `Gate code ${Date.now()}`;
  const office = await as("manager");
  await office.goto("/notifications/new");
  await expect(office.getByLabel("Title")).toHaveValue("New Notification");
  const offered = await (await office.request.get("/notifications/new")).text();
  const job = /Job Deward Tract \(\d+ people\)/.exec(offered)?.[0];
  await chooseOption(office, "To", job ?? "");
  await office.getByLabel("Title").fill("  ");
  await office.getByLabel("Message").fill("4711, from Monday");
  await office.getByRole("button", { name: "Send" }).click();
  await expect(office.getByText("Title is required").first()).toBeVisible();
  await expect(office.getByLabel("Message")).toHaveValue("4711, from Monday");
  await office.getByLabel("Title").fill(title);
  await office.getByRole("button", { name: "Send" }).click();
  await expect(office).toHaveURL(/\/notifications\?done=sent$/);
  // A comment's author is not notified of it.
  await expect(office.getByText(title)).toHaveCount(0);

  const hauler = await as("hauler");
  await hauler.goto("/");
  await hauler.getByRole("link", { name: /you haven't read$/ }).click();
  const row = hauler.getByRole("listitem").filter({ hasText: title });
  await expect(row).toContainText("4711, from Monday");
  await row.getByRole("button", { name: /^Dismiss/ }).click();
  await expect(row).toHaveCount(0);
  // The row disappears before the server has received the request, so poll until the server has saved the change.
  await expect
    .poll(async () => {
      await hauler.goto("/notifications?show=dismissed");
      return row.count();
    })
    .toBe(1);
  await row.getByRole("button", { name: /^Put back/ }).click();
  await hauler.goto("/notifications?show=all");
  await expect(row).toHaveCount(1);
  await expect(row.getByRole("button", { name: /^Mark read/ })).toHaveCount(0);
});

test("@script dismissed news stays dismissed even if the user leaves the page before the server gets the request", async ({
  as,
}) => {
  const hauler = await as("hauler");
  await hauler.goto("/notifications");
  const form = hauler.locator("form[action$='/dismissal']").first();
  const address = (await form.getAttribute("action")) ?? "";
  let hear = () => {};
  const heard = new Promise<void>((resolve) => {
    hear = resolve;
  });
  await hauler.route(`**${address}`, async (route) => {
    await heard;
    await route.continue();
  });
  await form.getByRole("button").click();
  await expect(hauler.locator(`form[action='${address}']`)).toBeHidden();
  await hauler.goto("/notifications?show=dismissed");
  hear();
  const back = hauler.locator(`form[action='${address.replace("dismissal", "restoral")}']`);
  await expect(async () => {
    await hauler.reload();
    await expect(back).toHaveCount(1, { timeout: 1_000 });
  }).toPass({ timeout: 20_000 });
  await back.getByRole("button").click();
});
