import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { chooseOption, expect, test } from "./support/test";

/** The demo's Michigan job: the manager requested it; logger, hauler, owner and mill work on it. */
const JOB = "/jobs/1";
const unique = () => randomUUID().slice(0, 6);
const pdf = (name: string) => ({
  name,
  mimeType: "application/pdf",
  buffer: Buffer.from("%PDF-1.7\n%plan\n%%EOF"),
});

/** Add a company to the Oregon job, in one role. */
async function addContractor(page: Page, company: string, role: string) {
  await page.goto(`/jobs/2/companies/new?q=${encodeURIComponent(company)}`);
  await page.getByLabel("Company", { exact: true }).waitFor();
  const field = page.locator("#company_id");
  await field.evaluate((select, words) => {
    const option = [...(select as HTMLSelectElement).options].find((o) => o.text.startsWith(words));
    (select as HTMLSelectElement).value = option?.value ?? "";
  }, company);
  await page.getByLabel(role, { exact: true }).first().check();
  await page.getByRole("button", { name: "Add contractor" }).click();
}

test("a contractor is invited, saves its choices, and accepts with a crew; a contractor that declines loses the job", async ({
  as,
}) => {
  const [manager, hauler, mill] = [await as("manager"), await as("hauler"), await as("mill")];
  // In Georgia the demo's hauler is already invited; in Oregon the test invites the mill to skid.
  await hauler.goto("/jobs");
  const box = hauler.locator("section", { has: hauler.getByRole("heading", { name: "Invitations" }) });
  const accept = box.getByRole("link", { name: "Accept Hurricane Creek Pines" });
  if (await accept.count()) {
    await accept.click();
    await expect(hauler.getByText("$185.00 per load")).toBeVisible();
    await hauler.getByLabel("Crew", { exact: true }).check();
    await hauler.getByRole("button", { name: "Save and decide later" }).click();
    await expect(hauler.getByText("Saved. Continue here anytime")).toBeVisible();
    await expect(hauler.getByLabel("Crew", { exact: true })).toBeChecked();
    if (test.info().project.name === "script")
      await expect.poll(() => hauler.evaluate(() => localStorage.getItem("AcceptJob"))).toContain("crew_ids");
    await hauler.getByRole("button", { name: "Accept job" }).click();
    await expect(hauler).toHaveURL(/\/jobs\/3\?done=job-accepted$/);
    await expect(hauler.getByText("Your company is invited")).toHaveCount(0);
    await hauler.goto("/jobs/3/companies");
    await expect(hauler.getByText("Crews: Crew")).toBeVisible();
    await hauler.getByLabel("Crew", { exact: true }).uncheck();
    await hauler.getByRole("button", { name: "Save crews" }).click();
    await expect(hauler).toHaveURL(/\/jobs\/3\/companies$/);
    await expect(hauler.getByText("Crews: Crew")).toHaveCount(0);
  }
  await addContractor(manager, "AuSable Paper & Lumber", "Skidder/forwarder");
  await expect(manager.getByRole("listitem").filter({ hasText: "AuSable" })).toContainText("invited");
  await mill.goto("/jobs/2");
  await mill.getByRole("link", { name: "Decline", exact: true }).click();
  await mill.getByRole("button", { name: "Decline Fall Creek Thinning" }).click();
  await expect(mill.getByText("Job declined")).toBeVisible();
  expect((await mill.goto("/jobs/2"))?.status()).toBe(404);
});

test("jobs are searched from the list's header, and a search without results says so", async ({ as }) => {
  const page = await as("manager");
  await page.goto("/jobs");
  await page.getByLabel("Search names").fill("Fall Creek");
  await page.getByRole("button", { name: "Search" }).click();
  await expect(page.getByRole("link", { name: "Fall Creek Thinning" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Deward Tract" })).toHaveCount(0);
  await page.getByLabel("Search contract numbers").fill("none such");
  await page.getByRole("button", { name: "Search" }).click();
  await expect(page.getByText("No jobs found")).toBeVisible();
  // In Georgia, land is described by district and land lot.
  await page.goto("/jobs/3/location");
  await expect(page.getByLabel("District, land lot")).toBeVisible();
  await expect(page.getByLabel("Lot or parcel")).toBeVisible();
});

test("@asked a job has comments, files and photos; a rival can't find them, and the mill may not read them", async ({
  as,
}) => {
  const [manager, logger, rival, mill] = [
    await as("manager"),
    await as("logger"),
    await as("rival"),
    await as("mill"),
  ];
  const words = `Mind the culvert ${unique()}`;
  await logger.goto(`${JOB}/comments`);
  await logger.getByLabel("Comment").fill(words);
  await logger.getByRole("button", { name: "Add comment" }).click();
  await manager.goto(`${JOB}/comments`);
  const entry = manager.getByRole("listitem").filter({ hasText: words });
  await expect(entry).toContainText("Dale Kangas");
  await expect(entry.getByRole("link", { name: "Edit or remove" })).toHaveCount(0);

  const name = `plan-${unique()}.pdf`;
  await manager.goto(`${JOB}/files`);
  await manager.getByLabel("File", { exact: true }).setInputFiles(pdf(name));
  await manager.getByRole("button", { name: "Add file" }).click();
  const link = manager.getByRole("link", { name });
  await expect(link).toBeVisible();
  const href = (await link.getAttribute("href")) ?? "";
  const file = await logger.request.get(href);
  expect([
    file.status(),
    file.headers()["content-disposition"],
    file.headers()["x-content-type-options"],
  ]).toEqual([200, `attachment; filename="${name}"; filename*=UTF-8''${name}`, "nosniff"]);
  await logger.goto(`${JOB}/files`);
  await expect(logger.getByText(`Delete ${name}`)).toHaveCount(0);
  const steal = await logger.request.post(`${href}/removal`, { form: { version: "2" } });
  expect(steal.status()).toBe(403);

  await manager.goto(`${JOB}/photos`);
  const photo = await sharp({ create: { width: 80, height: 60, channels: 3, background: "#2a5" } })
    .jpeg()
    .toBuffer();
  await manager.getByLabel("Photo", { exact: true }).setInputFiles({
    name: "landing.jpg",
    mimeType: "image/jpeg",
    buffer: photo,
  });
  await manager.getByLabel("Caption").fill(`Landing ${name}`);
  await manager.getByRole("button", { name: "Add photo" }).click();
  await expect(manager.getByAltText(`Landing ${name}`)).toBeVisible();

  for (const path of ["", "/files", "/photos", "/comments", "/rates", "/landing", "/history", "/sorts"])
    expect((await rival.request.get(`${JOB}${path}`)).status(), path).toBe(404);
  expect((await rival.request.get(href)).status()).toBe(404);
  expect((await mill.request.get(href)).status()).toBe(403);
  await manager.goto(`${JOB}/history`);
  await expect(manager.getByText("Photo added").first()).toBeVisible();
});

test("@asked a file that isn't a PDF or video is refused whatever its name, and a file that is too large before it is read", async ({
  as,
}) => {
  const page = await as("manager");
  const send = (name: string, buffer: Buffer, mimeType = "application/pdf") =>
    page.request.post(`${JOB}/files`, {
      multipart: { submission_id: randomUUID(), file: { name, mimeType, buffer } },
      maxRedirects: 0,
    });
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  for (const [name, bytes] of [
    ["drawing.pdf", svg],
    ["page.pdf", Buffer.from("<!doctype html><script>alert(1)</script>")],
    ["picture.mp4", Buffer.from("\x89PNG\r\n\x1a\n0000")],
    ["heic.mp4", Buffer.from("\0\0\0\x18ftypheic0000")],
    ["empty.pdf", Buffer.alloc(0)],
  ] as const) {
    const answer = await send(name, bytes);
    expect([name, answer.status()]).toEqual([name, 422]);
  }
  const large = await send(
    "large.pdf",
    Buffer.concat([Buffer.from("%PDF-1.7\n"), Buffer.alloc(25 * 1024 * 1024)]),
  );
  expect(large.status()).toBe(422);
  expect(await large.text()).toContain("Please upload a file smaller than 25MB.");
  const huge = await send("huge.pdf", Buffer.alloc(102 * 1024 * 1024));
  expect(huge.status()).toBe(422);
  expect(await huge.text()).toContain("Please upload a file smaller than 100MB.");
  const path = await send("..\\..\\..\\etc\\passwd", Buffer.from("%PDF-1.7\n%%EOF"));
  expect(path.status()).toBe(303);
  await page.goto(`${JOB}/files`);
  await expect(page.getByRole("link", { name: "passwd.pdf" }).first()).toBeVisible();
});

test("@asked inventory is added to a landing, edited, and reduced by the load that is picked up", async ({
  as,
}) => {
  const [logger, manager] = [await as("logger"), await as("manager")];
  await logger.goto(`${JOB}/landing`);
  await expect(logger.getByRole("heading", { name: "North landing" })).toBeVisible();
  await logger.getByRole("link", { name: "Add inventory" }).first().click();
  await chooseOption(logger, "Product", "Pulpwood, quaking aspen");
  const volume = `${100 + Math.floor(Math.random() * 800)}.125`;
  await logger.getByLabel("Volume").fill(volume);
  await logger.getByRole("button", { name: "Add inventory" }).click();
  await expect(logger.getByText("Inventory updated successfully")).toBeVisible();
  const row = logger.getByRole("row").filter({ hasText: `${volume} ton` });
  await row.first().getByRole("link", { name: "Edit" }).click();
  await logger.getByLabel("Volume").fill("77.001");
  await logger.getByRole("button", { name: "Save" }).click();
  await expect(logger.getByText("Inventory updated successfully")).toBeVisible();
  const mended = logger.getByRole("row").filter({ hasText: "77.001 tons" }).first();
  await expect(mended).toContainText("Added, adjusted");
  await mended.getByRole("link", { name: "Edit" }).click();
  await logger.getByRole("link", { name: "Delete" }).click();
  await logger.getByRole("button", { name: "Delete 77.001 tons" }).click();
  await expect(logger.getByText("Inventory deleted successfully")).toBeVisible();

  const response = await manager.request.post("/api/trip-tickets/search", {
    data: { job_ids: [1], trip_ticket_status_ids: [1], take: 50 },
  });
  const { trip_tickets } = (await response.json()) as {
    trip_tickets: { trip_ticket: { id: number; version: number; trip_ticket_number: number } }[];
  };
  const load = trip_tickets[0]?.trip_ticket;
  if (!load) return;
  await manager.goto(`/trip-tickets/${load.id}/pickup`);
  await manager.getByRole("button", { name: "Picked up" }).click();
  await manager.goto(`${JOB}/landing`);
  await expect(
    manager.getByRole("link", { name: `Trip Ticket #${load.trip_ticket_number}` }).first(),
  ).toBeVisible();
});

test("a product with open loads can't be deleted, but its waiting loads can be moved to another destination", async ({
  as,
}) => {
  const page = await as("manager");
  await page.goto(`${JOB}/products/5-746-0/deletion`);
  await expect(page.getByText(/open with it\. Finish or reassign them first\.$/)).toBeVisible();
  await expect(page.getByRole("button", { name: /^Delete / })).toHaveCount(0);

  await page.goto(`${JOB}/products/new`);
  await expect(page.getByLabel("Unit")).toHaveValue("");
  const name = `Yard ${unique()}`;
  await page.request.post("/api/company/1/destinations", {
    data: { name, latitude: 44.7, longitude: -84.7 },
  });
  await page.goto(`${JOB}/destinations/new`);
  await chooseOption(page, "Destination", name);
  await page.getByRole("button", { name: "Add destination" }).click();
  await page.getByLabel("Pulpwood, quaking aspen", { exact: true }).check();
  await page.getByRole("button", { name: "Save" }).click();
  await page.goto("/trip-tickets/new?job_id=1");
  const response = await page.request.post("/api/trip-tickets", {
    data: { job_id: 1, job_destination_id: 1, product: "5-746-0" },
  });
  const { id } = (await response.json()) as { id: number };
  await page.goto(`${JOB}/destinations/1/inventory`);
  await page.locator(`input[name=loads][value="${id}:1"]`).check();
  const to = page.getByLabel("New destination");
  const option = await to
    .locator("option", { hasText: name })
    .textContent()
    .catch(() => null);
  await chooseOption(page, "New destination", option ?? `${name} (takes Pulpwood, quaking aspen)`);
  await page.getByRole("button", { name: "Move loads" }).click();
  await expect(page.getByText("Loads moved to the other destination")).toBeVisible();
  const box = page.locator("section", { has: page.getByRole("heading", { name }) });
  await expect(box).toContainText("1 load waiting");
  if (test.info().project.name === "script")
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem("InventoryUnit-5-746-0")))
      .toContain("unit");
  await page.goto(`/trip-tickets/${id}`);
  await expect(page.getByText(name).first()).toBeVisible();
});
