import { callApi } from "./support/loads";
import { expect, test } from "./support/test";

test("a driver's load is one card: directions, one next step, the slip, then the same again", async ({
  as,
  javaScriptEnabled,
}) => {
  const office = (await as("manager")).request;
  const load = { job_id: 1, job_destination_id: 1, product_type_id: 5, wood_species_id: 746 };
  const first = await callApi(office, "POST", "/api/trip-tickets", load);
  await callApi(office, "POST", "/api/trip-tickets", load);
  const driver = await as("hauler");
  if (javaScriptEnabled !== false) await driver.setViewportSize({ width: 390, height: 844 });
  await driver.goto(`/trip-tickets/${first.id}/claim`);
  await driver.getByRole("button", { name: "Claim" }).click();

  const trip = driver.getByRole("region", { name: "Your trip" });
  await expect(trip).toContainText("Deward Tract");
  await expect(trip).toContainText(/\d+ mi/);
  await expect(trip.getByRole("link", { name: "Directions to the landing" })).toBeVisible();
  await driver.getByRole("button", { name: "Picked up" }).click();
  const undo = driver.getByRole("status").filter({ hasText: "Picked up" });
  await expect(undo.getByRole("button", { name: /^Undo/ })).toBeVisible();
  await expect(trip.getByRole("link", { name: /Directions to / })).toHaveAttribute("href", /destination=\d/);
  const dropped = driver.getByRole("button", { name: "Dropped off" });
  await dropped.click();

  await expect(driver.getByRole("heading", { name: "Scale slip" })).toBeVisible();
  await expect(driver.getByRole("link", { name: "Photo of the slip" })).toBeVisible();
  await driver.getByLabel("Scale ticket number").fill("Q7001");
  await driver.getByLabel("Gross").fill("98180");
  await driver.getByLabel("Tare").fill("32000");
  await driver.getByRole("button", { name: "Save", exact: true }).click();
  await expect(driver.getByText("33.09 tons").first()).toBeVisible();
  await driver.getByRole("link", { name: /^Next: same again, \d+/ }).click();
  await expect(driver.getByRole("button", { name: "Claim" })).toBeVisible();
});
