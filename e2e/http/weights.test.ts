import { expect, inject, test } from "vitest";
import { signInPerson } from "./support/caller";
import { findElements, parseHtml } from "./support/html";

/** Scale tickets are typed into the rows of a list's loads, and sent as a browser without script does. */
test("the list links to a page for its loads' scale tickets, which saves typed weights with their net weight", async () => {
  const person = await signInPerson(inject("served").url, "ida");
  const product = { job_id: 1, job_destination_id: 1, product_type_id: 5, wood_species_id: 746 };
  const created: number[] = [];
  for (let n = 0; n < 2; n++) {
    const { text } = await person.ask("/api/trip-tickets", { json: { ...product, estimated_volume: "25" } });
    created.push((JSON.parse(text) as { id: number }).id);
  }
  const [weighed = 0, left = 0] = created;
  expect(await person.read("/trip-tickets")).toMatch(/href="\/trip-tickets\/weights\?ids=\d+/);
  const address = `/trip-tickets/weights?ids=${created.join(",")}`;
  const page = parseHtml(await person.read(address));
  const form = findElements(page, (e) => e.name === "form" && "data-weigh" in e.attributes)[0];
  if (!form) throw new Error("no rows to type in");
  const sent: Record<string, string> = {};
  for (const { attributes } of findElements(form, (e) => e.name === "input"))
    sent[attributes.name ?? ""] = attributes.value ?? "";
  const place = Object.keys(sent).find((name) => name.endsWith("].id") && sent[name] === String(weighed));
  const row = place?.replace(/\.id$/, "") ?? "";
  Object.assign(sent, {
    [`${row}.scale_ticket_number`]: `W-${weighed}`,
    [`${row}.gross_pounds`]: "80,000",
    [`${row}.tare_pounds`]: "30,000",
  });
  const answer = await person.ask(address, { form: sent });
  const to = `/trip-tickets/weights?ids=${left}&saved=${weighed}`;
  expect([answer.status, answer.headers.get("location")]).toEqual([303, to]);
  const after = await person.read(to);
  expect(after).toContain("1 load saved");
  expect(after).toContain("50,000 lb net, 25 tons");
  expect(after).not.toContain(`id="weigh-${weighed}"`);
  expect(after).toContain(`id="weigh-${left}"`);
});
