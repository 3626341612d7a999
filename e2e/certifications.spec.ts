import { holdRequests } from "./support/held";
import { expect, test } from "./support/test";

/** A license number that no other run uses. */
const licenseOf = (name: string) => `FSC-C${String(Date.now() % 1_000_000).padStart(6, "0")}-${name}`;

test("@asked a license can be added, shows an expiry warning, and can be changed and removed", async ({
  as,
}, info) => {
  const page = await as("rival");
  const license = licenseOf(info.project.name);
  await page.goto("/company");
  await page.getByRole("link", { name: "Certifications" }).click();
  await page.getByRole("link", { name: "Add Certification" }).click();
  // The server reports the required fields of an empty form that the browser lets through.
  const types = page.getByLabel("Certification type");
  await expect(types.getByRole("option")).toHaveText(["Choose a type", "FSC", "SFI"]);
  await types.selectOption("FSC");
  await page.getByLabel("License").fill(license);
  await page.getByLabel("Expires").fill("2031-03-31");
  await page.getByRole("button", { name: "Add Certification" }).click();
  await expect(page).toHaveURL(/\/company\/certifications$/);
  const row = page.getByRole("listitem").filter({ hasText: license });
  await expect(row).toContainText("through Mon, Mar 31, 2031");
  await expect(row).toContainText("FSC licenses look like");

  await row.getByRole("link", { name: "Edit" }).click();
  await page.getByLabel("Expires").fill("2021-03-31");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(row).toContainText("Expired Wed, Mar 31, 2021");

  await row.getByRole("link", { name: "Remove" }).click();
  await expect(page.getByText("Tickets that have it keep it")).toBeVisible();
  await page.getByRole("button", { name: `Remove ${license}` }).click();
  await expect(page).toHaveURL(/\/company\/certifications$/);
  await expect(row).toHaveCount(0);
});

test("@asked if two people edit the same record, the later one sees both versions and may still save", async ({
  as,
}, info) => {
  const page = await as("rival");
  const license = licenseOf(`2${info.project.name}`);
  await page.goto("/company/certifications/new");
  await page.getByLabel("Certification type").selectOption("SFI");
  await page.getByLabel("License").fill(license);
  await page.getByRole("button", { name: "Add Certification" }).click();
  await page.getByRole("listitem").filter({ hasText: license }).getByRole("link", { name: "Edit" }).click();
  const other = await as("rival");
  await other.goto(page.url());
  await other.getByLabel("License").fill(`${license}-B`);
  await other.getByRole("button", { name: "Save" }).click();
  await expect(other).toHaveURL(/\/company\/certifications$/);

  await page.getByLabel("License").fill(`${license}-A`);
  await page.getByRole("button", { name: "Save" }).click();
  const compared = page.getByRole("row").filter({ hasText: "License" });
  await expect(compared.getByRole("cell")).toHaveText([`${license}-A`, `${license}-B`]);
  await page.getByRole("button", { name: "Save my version" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: `${license}-A` })).toBeVisible();
});

test("@asked a company requests to work under another's certificate, is accepted, and removed", async ({
  as,
}) => {
  const company = "Karhu Family Forest";
  const page = await as("owner");
  await page.goto("/company/certifications");
  await page.getByRole("link", { name: "Use another company's" }).click();
  await page.getByLabel("Holder, group or license").fill("superior");
  await page.getByRole("button", { name: "Search" }).click();
  await page.getByRole("link", { name: "Superior Land & Timber: Family forests of Crawford County" }).click();
  await page.getByRole("button", { name: "Ask Superior Land & Timber" }).click();
  const requests = page.locator("#requests");
  await expect(requests).toContainText("We asked to join under FSC-C104455");

  const holder = await as("manager");
  await holder.goto("/company/certifications/groups/2");
  const member = holder.getByRole("listitem").filter({ hasText: company });
  await member.getByRole("button", { name: `Accept ${company}` }).click();
  await expect(holder).toHaveURL(/\/company\/certifications$/);

  await page.goto("/company/certifications");
  const row = page.getByRole("listitem").filter({ hasText: "held by Superior Land & Timber" });
  await expect(row).toContainText("FSC-C104455");
  await expect(row.getByRole("link", { name: "Edit" })).toHaveCount(0);

  await holder.goto("/company/certifications/groups/2");
  await member.getByRole("link", { name: "End" }).click();
  await holder.getByRole("button", { name: `End the membership of ${company}` }).click();
  await expect(holder).toHaveURL(/\/company\/certifications$/);
  await page.reload();
  await expect(row).toHaveCount(0);
});

test("a ticket's certifications can be searched, and the ticked ones are saved", async ({ as }, info) => {
  const page = await as("manager");
  const response = await page.request.post("/api/trip-tickets", {
    data: { job_id: 1, job_destination_id: 1, product: "5-746-0" },
  });
  const { id } = (await response.json()) as { id: number };
  await page.goto(`/trip-tickets/${id}/edit/certification`);
  await page.getByLabel(/FSC-C104455\s*FSC 100%/).check();
  const search = page.getByLabel("License or product claim");
  await search.fill("forest management");
  if (info.project.name === "no-script") await page.getByRole("button", { name: "Search" }).click();
  await expect(page.getByLabel("NC-FM/COC-104455")).toBeHidden();
  await page.getByLabel(/SFI-00417\s*SFI Forest Management/).check();
  await expect(page.getByLabel(/FSC-C104455\s*FSC 100%/)).toBeChecked();
  await expect(page.getByRole("link", { name: "Your company's certifications" })).toBeVisible();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page).toHaveURL(new RegExp(`/trip-tickets/${id}$`));
  await expect(page.getByText("SFI-00417").first()).toBeVisible();
  await expect(page.getByText("FSC-C104455").first()).toBeVisible();
});

test("with a script the license field is disabled until a type is chosen", async ({ as }, info) => {
  const page = await as("manager");
  await page.goto("/company/certifications/new");
  const license = page.getByLabel("License");
  if (info.project.name === "no-script") return expect(license).toBeEnabled();
  await expect(license).toBeDisabled();
  await page.getByLabel("Certification type").selectOption("SFI");
  await expect(license).toBeEnabled();
});

test("the certification form offers only the claims of the chosen type", async ({ as }, info) => {
  const page = await as("rival");
  await page.goto("/company/certifications/new");
  const type = page.getByLabel("Certification type");
  const claim = page.locator("select[name=product_claim_id]");
  await type.selectOption("FSC");
  if (info.project.name === "no-script") {
    // Without a script the server reports the claim that doesn't fit the license, and shows the matching list of
    // claims.
    await page.getByLabel("License").fill(licenseOf("claims"));
    await claim.selectOption("SFI Fiber Sourcing");
    await page.getByRole("button", { name: "Add certification" }).click();
    await expect(page.getByRole("alert")).toContainText("Choose a product claim of FSC.");
  }
  await expect(claim).toContainText("FSC 100%");
  await expect(claim).not.toContainText("SFI");
});

test("text typed before the search script loads is searched for once it loads", async ({ as }, info) => {
  if (info.project.name === "no-script") return;
  const page = await as("manager");
  const response = await page.request.post("/api/trip-tickets", {
    data: { job_id: 1, job_destination_id: 1, product: "5-746-0" },
  });
  const { id } = (await response.json()) as { id: number };
  const come = await holdRequests(page, /\/picker[-.][^/]*\.js/);
  await page.goto(`/trip-tickets/${id}/edit/certification`, { waitUntil: "commit" });
  await page.getByLabel("License or product claim").fill("forest management");
  await expect(page.getByLabel("NC-FM/COC-104455")).toBeVisible();
  come();
  await expect(page.getByLabel("NC-FM/COC-104455")).toBeHidden();
});
