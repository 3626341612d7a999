import { randomUUID } from "node:crypto";
import { getRandomFutureDay } from "./support/days";
import { chooseOption, expect, test } from "./support/test";

/** The demo's Michigan job: the manager requested it; logger, hauler, owner and mill work on it. */
const JOB = "/jobs/1";
const unique = () => randomUUID().slice(0, 6);
const pdf = (name: string) => ({
  name,
  mimeType: "application/pdf",
  buffer: Buffer.from("%PDF-1.7\n%plan\n%%EOF"),
});

test("@asked the office sets a rate and a contract, which only the companies concerned can read", async ({
  as,
}) => {
  const [manager, hauler, logger] = [await as("manager"), await as("hauler"), await as("logger")];
  const price = `1${Math.floor(Math.random() * 90) + 10}.${Math.floor(Math.random() * 90) + 10}`;
  await manager.goto(`${JOB}/haul-rates/new`);
  await chooseOption(manager, "Destination", "Roscommon sawmill");
  await manager.getByLabel("Paid for").selectOption("Each load");
  await chooseOption(manager, "Who pays", "Superior Land & Timber");
  await chooseOption(manager, "Who is paid", "Manistee River Hauling");
  await manager.getByLabel("Rate in dollars").fill(price);
  await manager.getByLabel("From which day?").fill(getRandomFutureDay());
  await manager.getByRole("button", { name: "Add rate" }).click();
  await expect(manager.getByText(`$${price} per load`).first()).toBeVisible();
  await manager.goto(JOB);
  const rest = manager.getByRole("button", { name: "Deactivate job", exact: true });
  await expect(rest).toBeHidden();
  await manager.locator("summary", { hasText: "Deactivate job" }).click();
  await expect(manager.getByText("until you activate it again")).toBeVisible();
  await expect(rest).toBeVisible();
  await hauler.goto(`${JOB}/rates`);
  await expect(hauler.getByText(`$${price} per load`).first()).toBeVisible();
  for (const path of ["/rates", "/history", ""]) {
    await logger.goto(`${JOB}${path}`);
    expect(await logger.content()).not.toContain(`$${price}`);
  }

  const contract = `Haul ${unique()}`;
  await manager.goto(`${JOB}/companies/3/contracts/haul`);
  await manager.getByLabel("Contract name").fill(contract);
  await manager.getByLabel(/PDF/).setInputFiles(pdf("contract.pdf"));
  await manager.getByRole("button", { name: "Save contract" }).click();
  await expect(manager).toHaveURL(/\/companies$/);
  await hauler.goto(JOB);
  await expect(hauler.getByText("Your contract changed.")).toBeVisible();
  await hauler.getByRole("link", { name: "Accept" }).click();
  await expect(hauler.getByText(contract)).toBeVisible();
  const file = `${JOB}/companies/3/contracts/haul/file`;
  expect((await hauler.request.get(file)).status()).toBe(200);
  expect((await logger.request.get(file)).status()).toBe(404);
  await hauler.getByRole("button", { name: "Accept the contract" }).click();
  await expect(hauler.getByText("Your contract changed.")).toHaveCount(0);
  await logger.goto(`${JOB}/companies`);
  expect(await logger.content()).not.toContain(contract);
});
