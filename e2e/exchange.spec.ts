import type { Page } from "@playwright/test";
import { readQrCode } from "./support/qr";
import { expect, test } from "./support/test";

/** Return the content of a download as text. */
async function downloaded(page: Page, click: () => Promise<void>): Promise<{ name: string; text: string }> {
  const waiting = page.waitForEvent("download");
  await click();
  const download = await waiting;
  const pieces: Buffer[] = [];
  for await (const piece of await download.createReadStream()) pieces.push(piece as Buffer);
  return { name: download.suggestedFilename(), text: Buffer.concat(pieces).toString("utf8") };
}

async function newTicket(page: Page): Promise<{ id: number; number: string }> {
  await page.goto("/trip-tickets/new?job_id=1");
  await page.getByRole("button", { name: "Create trip ticket" }).click();
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toContainText("Trip Ticket #");
  const number = (await heading.innerText()).replace(/\D/g, "");
  return { id: Number(new URL(page.url()).pathname.split("/").at(-1)), number };
}

test("@asked filtered tickets are exported as CSV, as a spreadsheet by ids, and with a company's own columns", async ({
  as,
}) => {
  const page = await as("manager");
  const { id, number } = await newTicket(page);
  await page.goto("/trip-tickets?view=available");
  await page.getByRole("link", { name: "Export", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Export trip tickets");
  const csv = await downloaded(page, () => page.getByRole("button", { name: /^Export/ }).click());
  expect(csv.name).toBe("trip_tickets.csv");
  expect(csv.text.split("\n")[0]).toContain("Load ID,Link,Company,Job,Product");
  expect(csv.text).toContain(`\n${number},`);

  await page.goto(`/trip-tickets/export?ids=${id}`);
  await page.getByLabel(/^Spreadsheet/).check();
  const sheet = await downloaded(page, () =>
    page.getByRole("button", { name: "Export 1 trip ticket", exact: true }).click(),
  );
  expect(sheet.name).toBe("trip_tickets.xlsx");
  expect(sheet.text.startsWith("PK")).toBe(true);

  await page.goto("/trip-tickets/export/templates/CARIBOU");
  await page.getByLabel("Heading").first().fill("Load Slip");
  await page.getByRole("button", { name: "Save columns" }).click();
  await expect(page.locator("pre")).toContainText("Load Slip");
  await page.getByRole("button", { name: "Reset to default" }).click();
  await expect(page.locator("pre")).not.toContainText("Load Slip");

  const rival = await as("rival");
  expect((await rival.goto(`/trip-tickets/export?ids=${id}`))?.status()).toBe(403);
  await expect(rival.getByText("needs a company subscription")).toBeVisible();
});

test("a company without exports is offered Contact Sales, and a missing file shows the Not found page", async ({
  as,
}) => {
  const hauler = await as("hauler");
  await hauler.goto("/trip-tickets");
  await hauler.getByRole("link", { name: "Spreadsheet", exact: true }).click();
  await expect(hauler.getByRole("heading", { level: 1 })).toHaveText("Export trip tickets");
  await expect(hauler.getByRole("link", { name: "Contact Sales" })).toBeVisible();

  expect((await hauler.goto("/settlements/statements/99999999/file"))?.status()).toBe(404);
  await expect(hauler.getByRole("heading", { level: 1 })).toHaveText("Not found");
});

test("a long export shows its progress, can be downloaded in parts, and is visible only to its user", async ({
  as,
}) => {
  const page = await as("manager");
  await page.goto("/trip-tickets/export");
  await page.getByLabel(/^PDF sheets/).check();
  await page.getByRole("button", { name: /^Export/ }).click();
  await expect(page).toHaveURL(/\/trip-tickets\/exports\/\d+$/);
  const link = page.getByRole("link", { name: "Download trip_tickets.pdf" });
  await expect(link).toBeVisible({ timeout: 60_000 });
  const href = (await link.getAttribute("href")) ?? "";
  const whole = await page.request.get(href);
  const bytes = await whole.body();
  expect(bytes.subarray(0, 5).toString()).toBe("%PDF-");
  const part = await page.request.get(href, { headers: { Range: "bytes=100-199" } });
  expect(part.status()).toBe(206);
  expect((await part.body()).equals(bytes.subarray(100, 200))).toBe(true);
  const rest = await page.request.get(href, {
    headers: { Range: "bytes=200-", "If-Range": part.headers().etag ?? "" },
  });
  expect(rest.headers()["content-range"]).toBe(`bytes 200-${bytes.length - 1}/${bytes.length}`);
  expect((await page.request.get(href, { headers: { Range: `bytes=${bytes.length}-` } })).status()).toBe(416);
  for (const who of ["rival", "hauler"]) {
    const other = await as(who);
    expect((await other.goto(new URL(page.url()).pathname))?.status()).toBe(404);
    expect((await other.request.get(href)).status()).toBe(404);
  }
});

test("@asked a mill's statement is pasted and matched, and accepting it twice scales its loads only once", async ({
  as,
}) => {
  const page = await as("manager");
  const hauler = await as("hauler");
  /** Claim, pick up and drop off a load through the API, as the hauler's program would. */
  const hauled = async () => {
    const ticket = await newTicket(page);
    for (const [at, trip_ticket_status_id] of [1, 2, 3].entries()) {
      const data = { version: at + 2, trip_ticket_status_id };
      expect((await hauler.request.put(`/api/trip-tickets/${ticket.id}`, { data })).status()).toBe(200);
    }
    return ticket;
  };
  const [one, two, ours] = [await hauled(), await hauled(), await hauled()];
  const mill = (await (await page.goto(`/trip-tickets/${one.id}/print`))?.text())?.match(
    /Mill<\/dt><dd>([^<]+)/,
  )?.[1];
  await page.goto(`/trip-tickets/${one.id}`);
  // Unlike 11/6/2026, which may be June 11, this format is unambiguous on every day.
  const today = new Intl.DateTimeFormat("en-CA", { timeZone: "America/Detroit" }).format(new Date());
  const scale = `S${one.id}-`;
  const lines = [
    "Ticket\tScale ticket\tDate\tGross\tTare",
    `${one.number}\t${scale}1\t${today}\t130,000\t30,000`,
    `${two.number}\t${scale}2\t${today}\t120,000\t30,000`,
    `99999999\t${scale}3\t${today}\t120,000\t30,000`,
  ];
  await page.goto("/trip-tickets/reconcile");
  const select = page.locator("#mill_company_id");
  if ((await select.evaluate((el) => el.tagName)) === "SELECT")
    await select.selectOption({ label: (mill ?? "").replaceAll("&amp;", "&") });
  else {
    await select.fill((mill ?? "").replaceAll("&amp;", "&"));
    await select.press("Enter");
  }
  await page.getByLabel(/^Statement, pasted/).fill(lines.join("\n"));
  await page.getByRole("button", { name: "Upload statement" }).click();
  // Only the first statement imported from a mill asks for the meaning of its columns.
  if (/columns$/.test(page.url())) await page.getByRole("button", { name: "Match loads" }).click();
  await expect(page.getByRole("heading", { name: "Matched: 2 loads" })).toBeVisible();
  await expect(page.getByRole("heading", { name: /mill's statement: 1 line/ })).toBeVisible();
  await expect(page.locator("section[aria-labelledby=ours]")).toContainText(ours.number);
  const address = page.url();
  const mapped_at = await page.locator("input[name=mapped_at]").inputValue();
  await page.getByRole("button", { name: "Accept selected loads" }).click();
  await expect(page.getByText("2 accepted")).toBeVisible();
  await expect(page.getByRole("button", { name: "Accept selected loads" })).toHaveCount(0);
  const again = await page.request.post(`${new URL(address).pathname}/acceptance`, {
    form: { lines: "1", mapped_at, submission_id: `again-${one.id}-${Date.now()}` },
    maxRedirects: 0,
  });
  expect(again.headers().location).toContain("accepted=0");
  await page.goto(`/trip-tickets/${one.id}`);
  await expect(page.getByText("50 tons").first()).toBeVisible();
  await expect(page.getByText(`${scale}1`).first()).toBeVisible();
  for (const who of ["rival", "hauler"]) {
    const other = await as(who);
    expect((await other.goto(new URL(address).pathname))?.status()).toBe(404);
  }

  // The mill corrects the weight by three tons: the correction is highlighted but not ticked, and is applied only if
  // the user ticks it.
  const correction = [lines[0], `${one.number}\t${scale}9\t${today}\t124,000\t30,000`];
  const filled = await page.request.post("/api/trip-tickets/reconcile", {
    data: {
      mill_company_id: await millOf(page),
      text: ["Weekly statement", ...correction, "Total\t\t\t124,000\t30,000"].join("\n"),
    },
  });
  const { id, lines: read } = (await filled.json()) as { id: number; lines: number };
  expect(read).toBe(1);
  await page.goto(`/trip-tickets/reconcile/${id}`);
  await expect(page.getByText("Ask the mill").first()).toBeVisible();
  await expect(page.getByText("-3 tons (-6%)").first()).toBeVisible();
  const tick = page.getByLabel(`Accept ticket ${one.number}`);
  await expect(tick).not.toBeChecked();
  await tick.check();
  await page.getByRole("button", { name: "Accept selected loads" }).click();
  await expect(page.getByText("1 accepted")).toBeVisible();
  await page.goto(`/trip-tickets/${one.id}`);
  await expect(page.getByText(new RegExp(`, by statement ${id} of `)).first()).toBeVisible();

  // Accepting can be undone; the load then has its previous values.
  await page.goto(`/trip-tickets/reconcile/${id}`);
  await page.getByLabel(`Take back ticket ${one.number}`).check();
  await page.getByRole("button", { name: "Take back selected loads" }).click();
  await expect(page.getByText("1 taken back")).toBeVisible();
  await page.goto(`/trip-tickets/${one.id}`);
  await expect(page.getByText("50 tons").first()).toBeVisible();

  // The mill publishes its statement, and the other company imports the lines of its own loads here.
  const millPage = await as("mill");
  const brought = await millPage.request.post("/api/trip-tickets/reconcile", {
    data: { mill_company_id: await millOf(page), text: [lines[0], lines[1], lines[3]].join("\n") },
  });
  const own = (await brought.json()) as { id: number };
  await millPage.goto(`/trip-tickets/reconcile/${own.id}`);
  if (/columns$/.test(millPage.url())) await millPage.getByRole("button", { name: "Match loads" }).click();
  await millPage.getByRole("button", { name: "Publish to 1 company" }).click();
  await expect(millPage.getByText("Published to 1 company")).toBeVisible();
  await page.goto("/trip-tickets/reconcile");
  await expect(page.locator("ul.rows li").first()).toContainText("Published by the mill");
  await page.locator("ul.rows a").first().click();
  await expect(page.getByRole("heading", { name: "Matched: 1 load" })).toBeVisible();
  await expect(page.getByRole("heading", { name: /mill's statement: 0 lines/ })).toBeVisible();
});

/** Return the mill whose statement was imported last. */
async function millOf(page: Page): Promise<number> {
  await page.goto("/trip-tickets/reconcile");
  const options = await page
    .locator("select[name=mill_company_id] option")
    .evaluateAll((all) =>
      all.map((o) => ({ value: (o as HTMLOptionElement).value, label: o.textContent ?? "" })),
    );
  const name = (await page.locator("ul.rows a").first().innerText()).split(",")[0] ?? "";
  return Number(options.find((o) => o.value && o.label.startsWith(name))?.value);
}

test("@asked a statement of a thousand lines can be pasted; a statement that is too long stays in its text box", async ({
  as,
}) => {
  const page = await as("manager");
  const line = (n: number) =>
    `${90_000_000 + n}\tS-${n}\t11/16/2026\tTruck ${n} of the mill\t130,000\t30,000\tno remark`;
  const pasted = (lines: number) =>
    [
      "Ticket\tScale ticket\tDate\tTruck\tGross\tTare\tRemark",
      ...Array.from({ length: lines }, (_, n) => line(n)),
    ].join("\n");
  const send = async (text: string) => {
    await page.goto("/trip-tickets/reconcile");
    const select = page.locator("select[name=mill_company_id]");
    const mill = await select.locator("option").nth(1).getAttribute("value");
    await select.evaluate((el, value) => {
      (el as HTMLSelectElement).value = value;
    }, mill ?? "");
    // Set the value at once: typing it key by key would take half a minute.
    await page.getByLabel(/^Statement, pasted/).evaluate((el, value) => {
      (el as HTMLTextAreaElement).value = value;
    }, text);
    await page.getByRole("button", { name: "Upload statement" }).click();
    return mill;
  };
  expect(pasted(1_200).length).toBeGreaterThan(70_000);
  await send(pasted(1_200));
  await expect(page).toHaveURL(/\/reconcile\/\d+/);
  const mill = await send(pasted(4_000));
  await expect(page.getByText("This is too long to paste. Send it as a file.").first()).toBeVisible();
  expect((await page.getByLabel(/^Statement, pasted/).inputValue()).length).toBeGreaterThan(250_000);
  await expect(page.locator("select[name=mill_company_id]")).toHaveValue(mill ?? "");
});

test("@asked a printed book's sheets can be claimed by code or voided, and none is reported missing", async ({
  as,
}) => {
  const page = await as("manager");
  await page.goto("/jobs/1/sheets");
  await page.getByLabel("Number of sheets").fill("3");
  await page.getByRole("button", { name: "Create a book" }).click();
  await expect(page.locator("tbody tr")).toHaveCount(3);
  const book = new URL(page.url()).pathname;
  await page.getByRole("link", { name: "Print 3 sheets" }).click();
  await expect(page.locator("article.sheet")).toHaveCount(3);
  const first = (await page.locator("article.sheet h1").first().innerText()).replace(/\D/g, "");
  const code = await readQrCode(page);
  expect(code).toContain("/sheets/");

  const rival = await as("rival");
  // Anyone can verify a sheet by its code, but other companies can't use the sheet.
  expect((await rival.goto(code))?.status()).toBe(200);
  await expect(rival).toHaveURL(/\/verify\//);
  await expect(rival.getByRole("button", { name: "Create trip ticket" })).toHaveCount(0);
  expect((await rival.goto(book))?.status()).toBe(404);

  const driver = await as("hauler");
  await driver.goto(code);
  await expect(driver.getByText(`Sheet: trip ticket #${first}`)).toBeVisible();
  await driver.getByRole("button", { name: "Create trip ticket" }).click();
  await expect(driver.getByRole("heading", { level: 1 })).toHaveText(`Trip Ticket #${first}`);
  await page.goto(code);
  await expect(page).toHaveURL(/\/trip-tickets\/\d+$/);

  await page.goto(book);
  await page.getByRole("link", { name: /^Void/ }).first().click();
  await page.getByLabel("Reason").fill("Left in the rain");
  await page.getByRole("button", { name: "Void the sheet" }).click();
  await expect(page.getByText("Voided: Left in the rain")).toBeVisible();
  await expect(page.getByRole("link", { name: "Print 1 sheet" })).toBeVisible();

  await page.goto("/jobs/1/checks");
  await expect(page.locator("dl.facts").first()).toContainText(/Missing\s*None/);
});
