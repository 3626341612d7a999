import { expect, inject, test } from "vitest";
import { signInPerson } from "./support/caller";

/** Pages that show an offer instead of the feature to a company without a subscription (docs/settlements.md). */
const NEEDED = ["/settlements/new", "/settlements/adjustments/new"];

test("features that need a subscription return 403 with a prefilled sales form; existing data stays readable", async () => {
  const person = await signInPerson(inject("served").url, "hauler");
  for (const address of NEEDED) {
    const page = await person.ask(address);
    expect([address, page.status]).toEqual([address, 403]);
    expect(page.text).toContain("Making statements needs a settlements subscription.");
    expect(page.text).toMatch(/<form[^>]*action="\/contact-sales"/);
    expect(page.text).toContain('value="Manistee River Hauling"');
    expect(page.text).toContain('aria-label="Settlements"');
  }
  for (const address of [
    "/settlements",
    "/settlements/to-receive",
    "/settlements/statements",
    "/settlements/rules",
  ])
    expect([address, (await person.ask(address)).status]).toEqual([address, 200]);
  const statements = await person.read("/settlements/to-receive");
  const [, statement] = /href="(\/settlements\/statements\/\d+)"/.exec(statements) ?? [];
  for (const address of [`${statement}`, `${statement}?print`, `${statement}/file?as=csv`])
    expect([address, (await person.ask(address)).status]).toEqual([address, 200]);
});

test("settlements show a receiving company its totals first, and a paying company what it owes", async () => {
  const sums = (text: string) =>
    [...text.matchAll(/<p class="paysum"><strong>([^<]+)/g)].map(([, sum]) => sum);
  const hauler = await signInPerson(inject("served").url, "hauler");
  const opened = await hauler.read("/settlements");
  expect(sums(opened)).toHaveLength(2);
  expect(sums(opened)).toEqual(sums(await hauler.read("/settlements/to-receive")));
  expect(opened.indexOf("paysum")).toBeLessThan(opened.indexOf("Start 30-day trial"));
  const manager = await signInPerson(inject("served").url, "manager");
  const owing = await manager.read("/settlements");
  expect(sums(owing)).toHaveLength(1);
  expect(owing).not.toContain("for loads not on a statement yet");
});
