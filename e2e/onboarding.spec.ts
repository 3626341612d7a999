import type { Page } from "@playwright/test";
import { expect, test, waitForScripts } from "./support/test";

const PASSWORD = "norway pine and tamarack";
let serial = 0;
/** Return a new person that no other test, project or run uses. */
const somebody = (name: string, project: string) => {
  const stamp = `${Date.now()}${serial++}`;
  return { email: `${name}-${project}-${stamp}@example.test`, phone: `9${stamp.slice(-9)}` };
};

async function signUp(page: Page, first: string, last: string, email: string) {
  await page.context().clearCookies();
  await page.goto("/signup");
  await page.getByLabel("First name").fill(first);
  await page.getByLabel("Last name").fill(last);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page).toHaveURL(/\/onboarding\/join-company$/);
}

async function signInAs(page: Page, login: string) {
  await page.context().clearCookies();
  await page.goto("/login");
  await page.getByLabel("Email or phone").fill(login);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL((url) => url.pathname !== "/login");
}

const title = (page: Page) => page.getByRole("heading", { level: 1 });

test("a new user creates a company, an employee and another person join, and a permission is revoked", async ({
  page,
  as,
}, info) => {
  const project = info.project.name;
  const name = `Tahquamenon ${project} ${Date.now()}`;
  const founder = somebody("founder", project);
  await signUp(page, "Vera", "Aho", founder.email);

  await page.getByLabel("Company name").fill("No such company");
  await page.getByRole("button", { name: "Find" }).click();
  await expect(page.getByText("No company with this name is on Timbertally yet.")).toBeVisible();
  await page.getByRole("button", { name: "Set up a company" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("At least one role must be selected").first()).toBeVisible();
  await page.getByLabel("Hauler").check();
  await page.getByRole("button", { name: "Continue" }).click();

  // Typed values are kept when going back, and when signing in on another device.
  await page.getByLabel("Company Name").fill(name);
  await page.getByRole("button", { name: "Back" }).click();
  await expect(title(page)).toHaveText("What does your company do?");
  await expect(page.getByLabel("Hauler")).toBeChecked();
  await signInAs(page, founder.email);
  await expect(page).toHaveURL(/\/onboarding\/choose-company-perspective$/);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByLabel("Company Name")).toHaveValue(name);
  await expect(page.getByLabel("Contact First Name")).toHaveValue("Vera");
  // With a script the license field is disabled until a type is chosen.
  await page.getByText("Add a certification (optional)").click();
  if (project === "script") {
    await waitForScripts(page);
    await expect(page.getByLabel("License")).toBeDisabled();
    await page.getByLabel("Type").selectOption({ index: 1 });
    await expect(page.getByLabel("License")).toBeEnabled();
    await page.getByLabel("Type").selectOption("");
  }
  await expect(page.getByLabel("License")).toBeEnabled({ enabled: project !== "script" });
  await page.getByLabel("Contact Phone Number").fill("906");
  await page.getByRole("button", { name: "Create Company" }).click();
  await expect(page.getByText("Invalid phone number").first()).toBeVisible();
  await page.getByLabel("Contact Phone Number").fill("(906)555-0188");
  await page.getByRole("button", { name: "Create Company" }).click();
  await expect(title(page)).toHaveText("Invite your team");

  const driver = somebody("driver", project);
  await page.getByRole("button", { name: "Add another" }).click();
  await page.getByLabel("First name").first().fill("Jim");
  await page.getByRole("button", { name: "Remove person 2" }).click();
  await expect(page.getByLabel("First name")).toHaveCount(1);
  await expect(page.getByLabel("First name")).toHaveValue("Jim");
  await page.getByLabel("Last name").fill("Sobczyk");
  await page.getByLabel("Phone").fill("9065550101");
  await page.getByLabel("Email").fill(driver.email);
  await page.getByLabel("What they do").selectOption("Cuts, skids, or leads a crew");
  await page.getByRole("button", { name: "Add the team" }).click();
  await expect(page.getByText("Someone with this phone already has an account").first()).toBeVisible();
  await page.getByLabel("Phone").fill(driver.phone);
  await page.getByRole("button", { name: "Add the team" }).click();
  await expect(page).toHaveURL(/\/welcome/);
  await expect(page.getByText("Employee added successfully")).toBeVisible();
  await expect(page.getByText("1 other person")).toBeVisible();
  await page.getByRole("link", { name: "See your people" }).click();
  const entry = page.getByRole("listitem").filter({ hasText: "Jim Sobczyk" }).first();
  await expect(entry).toContainText("Hasn't signed in yet");

  // The admin copies the link and the employee opens it.
  await entry.getByRole("link", { name: "New link" }).click();
  await page.getByRole("button", { name: "Create a new link" }).click();
  const link = await page.locator("code.secret").innerText();
  await page.context().clearCookies();
  await page.goto(link);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: `Join ${name}` }).click();
  await page.goto("/company/people");
  await expect(entry).toContainText("Woods crew");
  await expect(page.getByRole("link", { name: "Add Employee" })).toHaveCount(0);
  expect((await page.goto("/company/people/new"))?.status()).toBe(403);

  // A person without a company finds the company and requests to join.
  const stranger = somebody("stranger", project);
  const visitor = await as("new");
  await signUp(visitor, "Reino", "Salo", stranger.email);
  await visitor.getByLabel("Company name").fill(name);
  await visitor.getByRole("button", { name: "Find" }).click();
  await visitor.getByRole("button", { name: `Ask to join ${name}` }).click();
  await expect(visitor.getByText("Waiting for an answer")).toBeVisible();
  expect((await visitor.request.get("/company", { maxRedirects: 0 })).status()).toBe(302);

  await signInAs(page, founder.email);
  await page.goto("/company/people");
  await expect(page.getByText("Pending Join Company Request")).toBeVisible();
  await page.getByRole("link", { name: "Accept Reino Salo" }).click();
  await page.getByRole("checkbox", { name: /^Crew / }).check();
  await page.getByRole("button", { name: "Accept Reino Salo" }).click();
  await expect(page.getByText("Pending Join Company Request")).toHaveCount(0);
  await signInAs(visitor, stranger.email);
  await visitor.goto("/company");
  await expect(title(visitor)).toContainText(name);

  // If the permission is removed, the crew is refused, and the page lists the people who can grant it.
  await page.goto("/company/permissions");
  await page.getByText("Fine-tune", { exact: true }).click();
  const box = page.getByLabel("People: read");
  const save = page.getByRole("button", { name: "Save permissions" });
  if (project === "script") {
    await waitForScripts(page);
    await box.uncheck();
    await expect(page.getByText("Permissions updated successfully")).toBeVisible();
    await expect(save).toBeHidden();
    // On a slow connection the box is checked before the script loads: the Save button remains and submits the change.
    let come = () => {};
    const held = new Promise<void>((resolve) => {
      come = resolve;
    });
    await page.route("**/*.js", (route) => held.then(() => route.continue()));
    await page.goto("/company/permissions", { waitUntil: "commit" });
    // The Fine-tune section is open, since this crew's permissions were fine-tuned.
    await expect(save).toBeVisible();
    await box.check();
    come();
    await waitForScripts(page);
    await save.click();
    await expect(page.getByText("Permissions updated successfully")).toBeVisible();
    await page.unroute("**/*.js");
    await page.goto("/company/permissions");
    await waitForScripts(page);
    await expect(box).toBeChecked();
    // The crew's permissions equal a standard set again, so the Fine-tune section is closed.
    await page.getByText("Fine-tune", { exact: true }).click();
    await box.uncheck();
    await expect(page.getByText("Permissions updated successfully")).toBeVisible();
    await page.route("**/permissions", (route) => route.fulfill({ status: 422, json: {} }));
    await page.getByLabel("Trip tickets: read").click();
    await expect(
      page.getByText("Sorry, an error occurred while updating permissions. Please try again."),
    ).toBeVisible();
    await expect(page.getByLabel("Trip tickets: read")).toBeChecked();
    await page.unroute("**/permissions");
    const message = "Your crew doesn't have this permission.";
    await page.route("**/permissions", (route) => route.fulfill({ status: 403, json: { message } }));
    await page.getByLabel("Trip tickets: read").click();
    await expect(page.getByText(message)).toBeVisible();
    await expect(page.getByLabel("Trip tickets: read")).toBeChecked();
    await page.unroute("**/permissions");
    await page.reload();
  } else {
    await box.uncheck();
    await save.click();
    await expect(page.getByText("Permissions updated successfully")).toBeVisible();
  }
  await expect(box).not.toBeChecked();
  await expect(page.getByLabel("Trip tickets: read")).toBeChecked();
  expect((await visitor.goto("/company/people"))?.status()).toBe(403);
  await expect(visitor.getByText("Your crew doesn't have this permission.")).toBeVisible();
});

test("a rejected join request disappears at once, and reappears if the rejection fails", async ({
  page,
  as,
}, info) => {
  const project = info.project.name;
  const { email } = somebody("asker", project);
  await signUp(page, `Asker ${project}`, "Koski", email);
  await page.goto("/onboarding/join-company?q=Willamette");
  await page.getByRole("button", { name: "Ask to join" }).click();
  await expect(page.getByText("No one at Willamette Stud Mill can accept you yet")).toBeVisible();
  await page.goto("/onboarding/join-company?q=Cascade");
  await page.getByRole("button", { name: "Ask to join" }).click();
  await expect(page.getByRole("button", { name: "Withdraw your request to Cascade" })).toBeVisible();
  const admin = await as("rival");
  await admin.goto("/company/people");
  await waitForScripts(admin);
  // Find the request by email: two people may have the same name.
  const entry = admin.getByRole("listitem").filter({ hasText: email });
  if (project === "script") {
    await admin.route("**/rejection", (route) => route.fulfill({ status: 422, body: "no" }));
    await entry.getByRole("button", { name: "Reject" }).click();
    await expect(admin.getByText("Failed to reject crew member request")).toBeVisible();
    await expect(entry).toBeVisible();
    await admin.unroute("**/rejection");
  }
  // The request is hidden right away, and deleted once the server has received the rejection.
  const answered = project === "script" ? admin.waitForResponse("**/rejection") : null;
  await entry.getByRole("button", { name: "Reject" }).click();
  await expect(entry).toBeHidden();
  await answered;
  await admin.reload();
  await expect(entry).toHaveCount(0);
});

test("@asked an admin edits a crew's people, but can't rename users with accounts or remove the last admin", async ({
  as,
}, info) => {
  const project = info.project.name;
  const page = await as("logger");
  const { phone } = somebody("hand", project);
  const last = `Hand ${Date.now()}`;
  await page.goto("/company/people/new");
  await page.getByLabel("First name").fill("Eero");
  await page.getByLabel("Last name").fill(last);
  await page.getByLabel("Phone").fill("12345");
  await page.getByRole("button", { name: "Add Employee" }).click();
  await expect(page.getByText("Phone number must be at least 10 digits").first()).toBeVisible();
  await page.getByLabel("Phone").fill(phone);
  await page.getByRole("button", { name: "Add Employee" }).click();
  await expect(page.getByText("Employee added successfully")).toBeVisible();
  // No provider for text messages is configured: nothing was sent, and the link can be copied.
  await expect(page.getByText("No text or mail was sent.")).toBeVisible();
  await page.getByRole("button", { name: "Create a new link" }).click();
  await expect(page.getByText("Nothing was sent. Copy this link now")).toBeVisible();
  await page.getByRole("link", { name: "Back to people" }).click();
  await page.getByRole("link", { name: `Edit Eero ${last}` }).click();
  await page.getByLabel("First name").fill("Eeva");
  await page.getByLabel("Is Admin").check();
  await page.getByRole("button", { name: "Save employee" }).click();
  await expect(page.getByText("Employee updated successfully")).toBeVisible();
  const entry = page
    .getByRole("listitem")
    .filter({ hasText: `Eeva ${last}` })
    .first();
  await expect(entry).toContainText("Is Admin");

  await page.getByRole("link", { name: "Edit Dale Kangas" }).click();
  await expect(page.getByText("changes their name, phone and email")).toBeVisible();
  await page.getByLabel("Is Admin").uncheck();
  await page.getByRole("button", { name: "Save employee" }).click();
  await expect(page.getByText("You can't remove or demote the last admin.")).toBeVisible();

  await page.goto("/company/people");
  await page.getByRole("link", { name: `Edit Eeva ${last}` }).click();
  await page.getByRole("link", { name: "Delete this employee" }).click();
  await page.getByRole("button", { name: `Delete Eeva ${last}` }).click();
  await expect(page.getByText("Employee deleted successfully")).toBeVisible();
  await expect(entry).toHaveCount(0);

  const crew = `Crew ${Date.now()}`;
  await page.goto("/company/crews/new");
  await expect(page.getByRole("radio", { name: /^Driver/ })).toBeChecked();
  await page.getByLabel("Crew name").fill(crew);
  await page.getByRole("radio", { name: /^Crew leader/ }).check();
  await page.getByRole("button", { name: "Add crew" }).click();
  await page.getByRole("link", { name: `Edit the crew ${crew}` }).click();
  await page.getByRole("link", { name: "Fine-tune what this crew can do" }).click();
  for (const box of ["Trip tickets: create", "Roads: delete", "People: read"])
    await expect(page.getByLabel(box, { exact: true })).toBeChecked();
  for (const box of ["Trip tickets: delete", "Rates: read", "Companies on a job: read"])
    await expect(page.getByLabel(box, { exact: true })).not.toBeChecked();
  const roads = page.getByLabel("Roads: delete", { exact: true });
  await expect(roads).toBeHidden();
  await page.getByRole("link", { name: "Reader" }).click();
  await expect(page.getByText("They can no longer")).toBeVisible();
  await expect(page.getByText("Draw roads")).toBeVisible();
  await page.getByRole("button", { name: "Set as Reader" }).click();
  await expect(page.getByText("Permissions updated successfully")).toBeVisible();
  await expect(roads).not.toBeChecked();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(roads).toBeChecked();
  await page.goto("/company/people");
  await page.getByRole("link", { name: `Edit the crew ${crew}` }).click();
  await page.getByRole("link", { name: "Delete this crew" }).click();
  await page.getByRole("button", { name: `Delete ${crew}` }).click();
  await expect(page).toHaveURL(/\/company\/people$/);
  await expect(page.getByText(crew)).toHaveCount(0);
});
