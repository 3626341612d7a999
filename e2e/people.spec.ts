import { expect, PASSWORD, signIn, signInWithCookies, test } from "./support/test";

/** Return an email address that no other test, project or test process uses. */
const newEmail = (name: string, project: string) => `${name}-${project}-${Date.now()}@example.test`;

test("@asked signing up leads to joining a company, explains the next step, and allows signing out", async ({
  page,
}, info) => {
  await page.goto("/signup");
  await page.getByLabel("First name").fill("Wendy");
  await page.getByLabel("Last name").fill("Aho");
  const email = newEmail("wendy", info.project.name);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill("password123");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByText("This password is too easy to guess").first()).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue(email);
  await expect(page.getByLabel("Password")).toHaveValue("");
  await page.getByLabel("Password").fill("four plain words here");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your company");
  await page.goto("/companies");
  await expect(
    page.getByText("You are not currently associated with any companies in Timbertally"),
  ).toBeVisible();
  await expect(page.getByRole("link", { name: "Jobs" })).toHaveCount(0);
  // The menu shows the name, and only once.
  await expect(page.getByText("Wendy Aho")).toHaveCount(1);
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/login$/);
});

test("@asked a wrong password and an unknown account get the same answer", async ({ page }) => {
  for (const login of ["manager@demo.test", "nobody-at-all@demo.test"]) {
    await page.goto("/login");
    await page.getByLabel("Email or phone").fill(login);
    await page.getByLabel("Password", { exact: true }).fill("not the password");
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByText("This email or phone and password don't match.")).toBeVisible();
    await expect(page.getByLabel("Email or phone")).toHaveValue(login);
  }
});

test("@asked sign-in by phone number leads to the page requested before, and never to another site", async ({
  page,
  context,
}) => {
  for (const [next, lands] of [
    ["/jobs", /\/jobs$/],
    ["//evil.test/x", /:\d+\/$/],
    ["/\\evil.test", /:\d+\/$/],
    ["https://evil.test", /:\d+\/$/],
  ] as const) {
    await context.clearCookies();
    await page.goto(`/login?next=${encodeURIComponent(next)}`);
    await page.getByLabel("Email or phone").fill("(906)555-0101");
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page).toHaveURL(lands);
  }
});

test("@asked a mailed invitation adds a colleague; resetting a forgotten password ends other sessions", async ({
  page,
  as,
}, info) => {
  const email = newEmail("colleague", info.project.name);
  await signIn(page, "manager");
  await page.goto("/company/invite");
  await page.getByLabel("First name").fill("Tuomas");
  await page.getByLabel("Last name").fill("Niemi");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send invitation" }).click();
  await expect(page.getByText(`Invited, ${email}`)).toBeVisible();

  const office = await as("super");
  const linkFor = async (kind: RegExp) => {
    await office.goto("/admin/outbox");
    const message = office.locator("article").filter({ hasText: email }).filter({ hasText: kind }).first();
    return /https?:\/\/\S+/.exec(await message.innerText())?.[0] ?? "";
  };
  const invited = await linkFor(/invited you/);
  await page.context().clearCookies();
  await page.goto(invited);
  await page.getByLabel("Password").fill("norway pine and tamarack");
  await page.getByRole("button", { name: "Join Superior Land & Timber" }).click();
  await page.goto("/trip-tickets");
  await expect(page.locator("tbody").getByText("Deward Tract").first()).toBeVisible();
  const before = await page.context().cookies();

  await page.context().clearCookies();
  await page.goto(invited);
  await expect(page.getByText("This invitation no longer works")).toBeVisible();

  await page.goto("/forgot-password");
  await page.getByLabel("Email or phone").fill(email);
  await page.getByRole("button", { name: "Send a link" }).click();
  // No mail server is configured, so no mail was sent, and the page shows a notice.
  await expect(page.getByText("This site doesn't send mail or texts")).toBeVisible();
  await page.goto(await linkFor(/new password/));
  await page.getByLabel("New password").fill("white cedar and hemlock");
  await page.getByRole("button", { name: "Save and sign in" }).click();
  await expect(page.getByText(/Tuomas/).first()).toBeVisible();

  await page.context().clearCookies();
  await page.context().addCookies(before);
  await page.goto("/trip-tickets");
  await expect(page).toHaveURL(/\/login/);
});

test("@asked a user in two companies chooses one and switches to the other", async ({ page, context }) => {
  await signIn(page, "multi");
  await expect(page).toHaveURL(/\/companies$/);
  await page.getByRole("button", { name: "Work for Northern Star Trucking" }).click();
  await expect(page).toHaveURL(/\/company$/);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Northern Star Trucking");
  await page.getByLabel("Company", { exact: true }).first().selectOption({ label: "Two Hearted Logging" });
  await page.getByRole("button", { name: "Switch company" }).first().click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Two Hearted Logging");
  expect(
    (await context.cookies()).filter((c) => c.name === "tt_session").map((c) => [c.httpOnly, c.sameSite]),
  ).toEqual([[true, "Lax"]]);
});

test("pages have no framework script if the user chose light pages or the browser saves data", async ({
  page,
}) => {
  await signInWithCookies(page, "owner");
  await page.goto("/profile");
  await page.getByRole("button", { name: "Turn light pages on" }).click();
  await page.goto("/company/locations/new");
  expect(await page.locator("script").count()).toBe(1);
  await page.goto("/profile");
  await page.getByRole("button", { name: "Turn light pages off" }).click();
  const saved = await page.request.get("/company/locations/new", { headers: { "Save-Data": "on" } });
  expect(await saved.text()).not.toContain("__remixContext");
  expect(await (await page.request.get("/company/locations/new")).text()).toContain("__remixContext");
});
