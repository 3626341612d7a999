import { callApi } from "./support/loads";
import { chooseOption, expect, test } from "./support/test";

test("@asked a support question includes the page it was asked on, is answered, and is visible only to its author", async ({
  as,
}) => {
  const subject = `Wrong weight ${Date.now()}`;
  const hauler = await as("hauler");
  await hauler.goto("/support?from=/trip-tickets/1");
  await expect(hauler.getByText("We also send the page you came from (/trip-tickets/1)")).toBeVisible();
  await hauler.getByLabel("Subject").fill(subject);
  await expect(hauler.getByLabel("Message")).toHaveAttribute("required");
  await hauler.getByLabel("Message").fill("Can I still correct it?");
  await hauler.getByRole("button", { name: "Send", exact: true }).click();
  await expect(hauler).toHaveURL(/\/support\/\d+\?done=sent$/);
  const address = new URL(hauler.url()).pathname;

  const office = await as("super");
  await office.goto(`/admin/support?q=${encodeURIComponent(subject)}`);
  await office.getByRole("link", { name: subject }).click();
  await expect(office.getByText("Came from /trip-tickets/1.")).toBeVisible();
  await office.getByLabel("Answer").fill("Yes, on its page.\nUntil it is paid.");
  await office.getByRole("button", { name: "Send answer" }).click();
  await expect(office).toHaveURL(/\/admin\/support\?done=sent$/);
  await expect(office.getByRole("link", { name: subject })).toHaveCount(0);

  await hauler.goto(address);
  await expect(hauler.getByText("Yes, on its page.")).toBeVisible();
  await expect(hauler.getByText("Answered", { exact: true })).toBeVisible();
  const other = await as("manager");
  expect((await other.request.get(address)).status()).toBe(404);
  expect((await other.request.get("/admin/support")).status()).toBe(404);
});

test("@asked a release note is written, keeps typed values after an error, is announced, and is removed", async ({
  as,
}) => {
  const name = `Autumn ${Date.now()}`;
  const office = await as("super");
  await office.goto("/admin/releases");
  await office.getByRole("link", { name: "New release", exact: true }).first().click();
  await office.getByLabel("Version").fill(name);
  await office.getByLabel("Notes").fill("A title alone");
  await office.getByRole("button", { name: "Save release" }).click();
  await expect(
    office.getByText('Say what "A title alone" is about on the line below it').first(),
  ).toBeVisible();
  await expect(office.getByLabel("Notes")).toHaveValue("A title alone");
  await office.getByLabel("Notes").fill("Faster list\nIt opens at once.");
  await office.getByRole("button", { name: "Save release" }).click();
  await expect(office).toHaveURL(/\/admin\/releases\?done=saved$/);

  const reader = await as("logger");
  await reader.goto("/releases");
  await expect(reader.getByText(`Version ${name}`)).toHaveCount(0);
  await office.getByRole("link", { name }).click();
  await office.getByLabel("Day").fill("2026-11-01");
  await office.getByRole("button", { name: "Save release" }).click();
  await expect(office).toHaveURL(/\/admin\/releases\?done=saved$/);
  await reader.goto("/releases");
  await expect(reader.getByRole("heading", { name: `Version ${name}` })).toBeVisible();
  await expect(reader.getByText("It opens at once.").first()).toBeVisible();

  await office.getByRole("link", { name }).click();
  await office.getByRole("link", { name: "Delete" }).click();
  await office.getByRole("button", { name: `Delete ${name}` }).click();
  await reader.goto("/releases");
  await expect(reader.getByText(`Version ${name}`)).toHaveCount(0);
});

test("@asked a feature is granted with a reason, which is recorded and shown, and is then revoked", async ({
  as,
}) => {
  const reason = `A trial ${Date.now()}`;
  const office = await as("super");
  await office.goto("/admin/companies?q=Betsie");
  await office.getByRole("link", { name: "Betsie River Chips" }).click();
  const company = new URL(office.url()).pathname;
  const act = async (what: string, why: string) => {
    await office.goto(`${company}/features`);
    await office.getByLabel("Feature").selectOption("3");
    await chooseOption(office, "What to do", what);
    await office.getByLabel("Reason").fill(why);
    await office.getByRole("button", { name: "Save" }).click();
  };
  await act("Add it, or set its last day", "x");
  await expect(office.getByText("Say why. The company's admins can read it.").first()).toBeVisible();
  await act("Add it, or set its last day", reason);
  await expect(office).toHaveURL(new RegExp(`${company}\\?done=saved$`));
  await expect(office.getByText(reason).first()).toBeVisible();
  await act("Remove it", `${reason}, over`);
  await office.goto("/admin/acts");
  await expect(office.getByText(`${reason}, over`).first()).toBeVisible();
});

test("@asked a sales lead is opened and answered, and then no longer listed as waiting", async ({ as }) => {
  const company_name = `Otsego ${Date.now()}`;
  const asker = await as("manager");
  await callApi(asker.request, "POST", "/api/leads", {
    company_name,
    first_name: "Ann",
    last_name: "Ojibway",
    email: "ann@otsego.test",
    phone_number: "9065550143",
  });
  const office = await as("super");
  await office.goto("/admin");
  await office.getByRole("link", { name: "Requests for a subscription" }).click();
  await office.getByRole("link", { name: company_name }).click();
  await expect(office.getByText("ann@otsego.test")).toBeVisible();
  await office.getByLabel("What was agreed").fill("A trial of settlements through June.");
  await office.getByRole("button", { name: "Mark as answered" }).click();
  await expect(office).toHaveURL(/\/admin\/leads\?done=saved$/);
  await expect(office.getByRole("link", { name: company_name })).toHaveCount(0);
  await office.goto(`/admin/leads?show=answered&q=${encodeURIComponent(company_name)}`);
  await expect(office.getByRole("link", { name: company_name })).toBeVisible();
});

test("@asked site metrics are charted by the chosen period, and users and subscriptions can be searched", async ({
  as,
}) => {
  const office = await as("super");
  await office.goto("/admin/charts");
  await office.getByLabel("Number").selectOption({ label: "Tickets made" });
  await office.getByLabel("By", { exact: true }).selectOption({ label: "Month" });
  await office.getByRole("button", { name: "Show" }).click();
  await expect(office.getByRole("heading", { name: "Tickets made by month" })).toBeVisible();
  await office.goto("/admin/subscriptions?show=given");
  await expect(office.getByRole("link", { name: "Superior Land & Timber" })).toBeVisible();
  await office.goto("/admin/users?show=super");
  await expect(office.getByRole("link", { name: "Toni Reyes" })).toBeVisible();
  await office.goto("/admin/companies?page=99");
  await expect(office.getByRole("link", { name: "Superior Land & Timber" })).toBeVisible();
});
