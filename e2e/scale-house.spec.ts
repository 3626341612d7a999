import { callApi, createLoadsInTransit } from "./support/loads";
import { expect, test } from "./support/test";

test("a clerk receives loads on one page, with three fields for each load, and undoes one", async ({
  as,
}, info) => {
  const [first, second, third] = await createLoadsInTransit((await as("manager")).request, 3);
  const clerk = await as("mill");
  await clerk.goto("/");
  await clerk.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Scale house" }).click();
  const queue = clerk.getByRole("region", { name: /On the way/ });
  await expect(queue).toContainText(String(first?.number));

  if (info.project.name === "script") await clerk.locator("[data-scale-form][data-ready]").waitFor();
  // Type all fields without waiting: the ticket number, the gross weight in the format of a scale indicator, and the
  // tare.
  const number = clerk.getByLabel("Number", { exact: true });
  await expect(number).toBeFocused();
  const weigh = async (load: string, gross: string, tare: string) => {
    await number.fill(load);
    await clerk.getByLabel("Gross").fill(gross);
    await clerk.getByLabel("Tare").fill(tare);
    await clerk.getByLabel("Tare").press("Enter");
    await clerk.waitForURL(/received=/);
  };
  await weigh(String(first?.number), "ST,GS,+ 098180lb", "32000");
  await expect(clerk.getByText(`${first?.number} received: 33.09 tons`)).toBeVisible();
  await expect(number).toBeFocused();
  if (info.project.name === "script") await clerk.locator("[data-scale-form][data-ready]").waitFor();
  await expect(queue).not.toContainText(String(first?.number));
  await expect(clerk.getByRole("region", { name: "Today's totals" })).toContainText(" tons");

  // Scan the QR code of a paper ticket. Like Enter after a number, this looks up the load first.
  await number.fill(`https://x.example/trip-tickets/${second?.id}?sig=k1.abc`);
  await number.press("Enter");
  await expect(clerk.getByRole("region", { name: `Ticket ${second?.number}` })).toBeVisible();
  await expect(clerk.getByLabel("Gross")).toBeFocused();
  await clerk.getByLabel("Gross").fill("22308 kg");
  if (info.project.name === "script")
    await expect(clerk.locator("[data-net]")).toContainText("49,181 lb gross");
  await clerk.getByLabel("Gross").press("Enter");
  if (info.project.name === "script") {
    await expect(clerk.getByLabel("Tare")).toBeFocused();
    await clerk.getByLabel("Tare").press("Enter");
  }
  await expect(clerk.getByText(`${second?.number} received: tare to come`)).toBeVisible();
  await expect(clerk.getByText("The scale said 22,308 kg, which is 49,181 lb").first()).toBeVisible();
  await queue.getByRole("link", { name: String(second?.number) }).click();
  await clerk.getByLabel("Tare").fill("16,000");
  await clerk.getByRole("button", { name: "Received, next" }).click();
  await expect(clerk.getByText(`${second?.number} received: 16.59 tons`)).toBeVisible();

  // A duplicate entry needs confirmation, and an entry by mistake can be undone.
  await number.fill(String(second?.number));
  await clerk.getByLabel("Gross").fill("50000");
  await clerk.getByLabel("Tare").fill("16000");
  await clerk.getByRole("button", { name: "Received, next" }).click();
  await expect(clerk.getByText("Replace its weights.")).toBeVisible();
  await clerk.goto("/scale");
  await clerk.getByRole("button", { name: new RegExp(`^Undo.*${first?.number}`) }).click();
  await expect(clerk.getByText("Undone. The load is as it was.")).toBeVisible();
  await expect(queue).toContainText(String(first?.number));

  // A rejected load stays with its driver, and the reason is shown.
  await queue.getByRole("link", { name: String(third?.number) }).click();
  await clerk.locator("summary", { hasText: `Reject ticket #${third?.number}` }).click();
  await clerk.getByLabel("Why").fill("Rotten butts");
  await clerk.getByRole("button", { name: `Reject ticket #${third?.number}` }).click();
  await expect(clerk.getByText(`${third?.number} rejected.`)).toBeVisible();

  await clerk.getByRole("link", { name: new RegExp(`^Receipt.*${second?.number}`) }).click();
  await expect(clerk.getByRole("heading", { level: 1 })).toHaveText(`Ticket ${second?.number}`);
  await expect(clerk.getByText("16.59 tons")).toBeVisible();
});

test("@script receiving ten loads by keyboard takes ten page views, and three fields for each load", async ({
  as,
}) => {
  const loads = await createLoadsInTransit((await as("manager")).request, 10);
  const clerk = await as("mill");
  await clerk.goto("/scale");
  let pages = 0;
  clerk.on("request", (request) => {
    if (request.isNavigationRequest() && request.method() === "POST") pages++;
  });
  let keys = 0;
  let fields = 0;
  let waited = 0;
  /** Measure the clerk's waiting time as well as the typing. */
  const until = async (seen: Promise<unknown>) => {
    const from = Date.now();
    await seen;
    waited += Date.now() - from;
  };
  const key = async (typed: string) => {
    await clerk.keyboard.type(typed);
    await clerk.keyboard.press("Enter");
    keys += typed.length + 1;
    fields++;
  };
  for (const { number } of loads) {
    await until(clerk.locator("[data-scale-form][data-ready]").waitFor());
    await key(String(number));
    await until(expect(clerk.locator(".on-scale")).toBeVisible());
    await key("98180");
    if (await clerk.getByLabel("Tare").evaluate((tare) => tare === document.activeElement))
      await key("32000");
    await until(expect(clerk.getByText(`${number} received: 33.09 tons`)).toBeVisible());
  }
  expect(pages).toBe(10);
  // Estimate a clerk's time for ten loads at an average typing speed: 0.28 s a key, and 1.35 s to read each field's
  // value from the slip.
  expect(keys * 0.28 + fields * 1.35 + waited / 1000).toBeLessThan(120);
});

test("@script a late look-up response changes neither the focus, the typed values nor the page", async ({
  as,
  allowed,
}) => {
  const { request } = await as("manager");
  const [known, counted, next] = await createLoadsInTransit(request, 3);
  for (const load of [counted, next])
    await callApi(request, "PUT", `/api/trip-tickets/${load?.id}`, {
      version: 3,
      estimated_wood_unit_type_id: 1,
      save_anyway: true,
    });
  const clerk = await as("mill");
  const [number, gross, tare] = [
    clerk.getByLabel("Number", { exact: true }),
    clerk.getByLabel("Gross"),
    clerk.getByLabel("Tare"),
  ];
  /** Hold responses until they are released. */
  let letThrough = () => {};
  const open = async (address = "/scale") => {
    const held = new Promise<void>((done) => {
      letThrough = done;
    });
    await clerk.unrouteAll();
    await clerk.goto(address);
    await clerk.locator("[data-scale-form][data-ready]").waitFor();
    await clerk.route(/\/scale\?load=/, async (route) => {
      await held;
      await (route.request().url().includes("load=500") ? route.abort() : route.fallback());
    });
  };
  const { keyboard } = clerk;

  // Enter a number that no load has, and leave the field by Tab or Enter. The response arrives while the gross weight
  // is being typed.
  for (const leave of ["Tab", "Enter"]) {
    await open();
    await keyboard.type("11999");
    await keyboard.press(leave);
    await keyboard.type("91");
    letThrough();
    await expect(clerk.locator("[data-problem]")).toBeVisible();
    await keyboard.type("174");
    await keyboard.press("Tab");
    await keyboard.type("31440");
    await expect(number).toHaveValue("11999");
    await expect(gross).toHaveValue("91174");
    await expect(tare).toHaveValue("31440");
    await expect(clerk.locator(".on-scale")).toHaveCount(0);
  }

  // The response arrives before the first key of the gross weight is pressed.
  await open();
  await keyboard.type("11999");
  await keyboard.press("Enter");
  letThrough();
  await expect(clerk.getByRole("alert")).toContainText("11999");
  await expect(gross).toBeFocused();

  // The number is changed before the response arrives, so no data of the first load is filled in.
  await open();
  await keyboard.type(String(known?.number));
  await keyboard.press("Tab");
  await keyboard.press("Shift+Tab");
  await keyboard.type("11999");
  const answered = clerk.waitForResponse(/\/scale\?load=/);
  letThrough();
  await (await answered).finished();
  // Request a second look-up: once its response arrives, the first response has been processed too.
  await clerk.evaluate(async () => (await fetch("/scale?load=11999")).text());
  await expect(number).toHaveValue("11999");
  await expect(clerk.locator(".on-scale")).toHaveCount(0);
  await expect(clerk.locator("[name=ticket_id]")).toHaveCount(0);

  // Board feet typed while the next load is being looked up.
  await open(`/scale?load=${counted?.number}`);
  await number.fill(String(next?.number));
  const volume = clerk.getByLabel("Scaled volume");
  await volume.fill("4.2");
  letThrough();
  await expect(clerk.getByRole("region", { name: `Ticket ${next?.number}` })).toBeVisible();
  await expect(volume).toHaveValue("4.2");
  await expect(volume).toBeFocused();

  // If the request fails, the typed values stay in the form.
  allowed.push(/ERR_FAILED/);
  await open();
  await keyboard.type("500");
  await keyboard.press("Tab");
  await keyboard.type("91174");
  letThrough();
  await expect(clerk.getByText("We couldn't look up this load.")).toBeVisible();
  await expect(gross).toHaveValue("91174");
  await expect(gross).toBeFocused();
});
