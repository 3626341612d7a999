import { expect, PASSWORD, signIn, test } from "./support/test";

test("@asked a signed-out person who requests a page gets that page after signing in", async ({ page }) => {
  await page.goto("/trip-tickets?view=available&status=7");
  await expect(page).toHaveURL(
    (url) =>
      url.pathname === "/login" && url.searchParams.get("next") === "/trip-tickets?view=available&status=7",
  );
  await page.getByLabel("Email or phone").fill("manager@demo.test");
  await page.getByLabel("Password", { exact: true }).fill("not this one");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText("don't match")).toBeVisible();
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/\/trip-tickets\?view=available&status=7$/);
});

test("@asked a person invited by two companies starts with the one that they choose", async ({
  page,
  as,
}, info) => {
  const email = `both-${info.project.name}-${Date.now()}@example.test`;
  const office = await as("super");
  const join = async (who: string, company: string) => {
    const inviter = await as(who);
    await inviter.goto("/company/invite");
    await inviter.getByLabel("First name").fill("Lempi");
    await inviter.getByLabel("Last name").fill("Saari");
    await inviter.getByLabel("Email").fill(email);
    await inviter.getByRole("button", { name: "Send invitation" }).click();
    await expect(inviter.getByText(`Invited, ${email}`)).toBeVisible();
    await office.goto("/admin/outbox");
    const mail = office.locator("article").filter({ hasText: email }).filter({ hasText: company }).first();
    await page.context().clearCookies();
    await page.goto(/https?:\/\/\S+/.exec(await mail.innerText())?.[0] ?? "");
    await page.getByLabel("Password").fill("tamarack and black ash");
    await page.getByRole("button", { name: `Join ${company}` }).click();
    await page.waitForURL((url) => !url.pathname.startsWith("/invite"));
  };
  const signInAgain = async () => {
    await page.context().clearCookies();
    await page.goto("/login");
    await page.getByLabel("Email or phone").fill(email);
    await page.getByLabel("Password", { exact: true }).fill("tamarack and black ash");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL((url) => url.pathname !== "/login");
  };
  await join("hauler", "Manistee River Hauling");
  await join("logger", "Two Hearted Logging");

  await signInAgain();
  await expect(page).toHaveURL(/\/companies$/);
  const card = page.getByRole("listitem").filter({ hasText: "Two Hearted Logging" });
  await card.getByLabel("Start with this company").check();
  await card.getByRole("button", { name: "Work for Two Hearted Logging" }).click();
  await expect(page).toHaveURL(/\/company$/);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Two Hearted Logging");

  await signInAgain();
  await page.goto("/company");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Two Hearted Logging");
  await page.goto("/companies");
  await expect(card.getByLabel("Start with this company")).toBeChecked();
});

test("@asked nobody can act for a company that they don't belong to", async ({ page }) => {
  await signIn(page, "multi");
  const refused = await page.request.post("/companies", { form: { company_id: "1" }, maxRedirects: 0 });
  expect(refused.status()).toBe(404);
  await page.goto("/trip-tickets");
  await expect(page).toHaveURL(/\/companies\?next=%2Ftrip-tickets$/);
});

test("@asked a link to a ticket still leads there after signing in and choosing a company", async ({
  page,
}) => {
  await page.goto("/trip-tickets/1?p=1");
  await page.getByLabel("Email or phone").fill("multi@demo.test");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(
    (url) => url.pathname === "/companies" && url.searchParams.get("next") === "/trip-tickets/1?p=1",
  );
  await page
    .getByRole("button", { name: /^Work for/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/trip-tickets\/1(\?p=1)?$/);
});
