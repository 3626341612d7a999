import { renderToStaticMarkup } from "react-dom/server";
import { beforeEach, expect, test } from "vitest";
import { catchError } from "#db/testing/acting";
import { parseForm } from "~/web/parse-form.server";
import { getRates, saveRates } from "../data/rates.server";
import { addDraftProduct, saveJobMix } from "../data/sorts-change.server";
import { createSetupHarness, type SetupHarness } from "../testing/setup-room.server";
import { RatesPage } from "./rates-page";

let room: SetupHarness;
beforeEach(async () => {
  room ??= await createSetupHarness();
  await room.forget();
});

test("names the row of each invalid rate in the error summary, and links to its field", async () => {
  await room.whole();
  const page = await room.manager.call(getRates, {});
  const form = new FormData();
  const typed = ["12.x", "4.25255"];
  for (const [i, row] of page.product_rates.entries()) {
    form.append(`product_rates[${i}].key`, row.key);
    form.append(`product_rates[${i}].wood_unit_type_id`, "2");
    form.append(`product_rates[${i}].rate`, typed[i] ?? "$ 4.25");
  }
  for (const [i, row] of page.haul_rates.entries()) {
    form.append(`haul_rates[${i}].key`, row.key);
    form.append(`haul_rates[${i}].per`, row.per);
    form.append(`haul_rates[${i}].rate`, "much");
    form.append(`haul_rates[${i}].minimum`, "more");
  }
  form.append("version", String(page.version));
  const parsed = parseForm(form, saveRates.input);
  expect(parsed.status).toBe("error");
  const html = renderToStaticMarkup(
    <RatesPage page={page} result={{ reply: parsed.reply() }} submissionId="0b7e3c1e-form" />,
  );
  const [summary = ""] = /<div class="notice danger".*?<\/div>/s.exec(html) ?? [];
  const listed = [...summary.matchAll(/<a href="#([^"]*)">(.*?)<\/a>/g)].map(([, id = "", says = ""]) => {
    expect(html).toContain(` id="${id}"`);
    return says;
  });
  const lines = page.product_rates.map((r) => [
    `${[r.type, r.product].join(", ")}, ${r.payer} pays ${r.receiver}`,
    r.yard,
  ]);
  const line = (i: number) => (lines[i] ?? []).filter(Boolean).join(", ").replaceAll("&", "&amp;");
  const hauls = page.haul_rates.flatMap((r) => {
    const haul = `Haul to ${r.destination}, ${r.payer} pays ${r.receiver}`.replaceAll("&", "&amp;");
    return [`${haul}: Type a rate like 4.25.`, `${haul}: Type an amount like 12.50.`];
  });
  expect(listed).toHaveLength(2 + hauls.length);
  expect(new Set(listed)).toEqual(
    new Set([
      `${line(0)}: Type a rate like 4.25.`,
      `${line(1)}: Use at most four decimals, like 4.2525.`,
      ...hauls,
    ]),
  );
  expect(hauls.length).toBeGreaterThan(2);
  // An error next to its field doesn't name the row.
  expect(html).toContain('-error">Type a rate like 4.25.</span>');
});

test("a haul rate has no unit until one is chosen if its destination accepts products in different units", async () => {
  await room.whole();
  await room.manager.call(addDraftProduct, { product: "1-125-0", version: 3 });
  const mix = (product: string, wood_unit_type_id: number) => ({
    product,
    is_accepted: true,
    wood_unit_type_id,
  });
  const product_mixes = [mix("5-746-0", 2), mix("1-125-0", 1)];
  await room.manager.call(saveJobMix, {
    destinations: [{ destination: `l${room.yard}`, mileage: 12.5, product_mixes }],
    version: await room.versionNow(),
  });
  await room.manager.call(saveRates, { version: await room.versionNow() });
  const page = await room.manager.call(getRates, {});
  const index = page.haul_rates.findIndex((r) => r.key.endsWith(`l${room.yard}`));
  expect(page.haul_rates[index]?.per).toBe("");
  const html = renderToStaticMarkup(<RatesPage page={page} submissionId="0b7e3c1e-form" />);
  expect(html).toContain('<option value="" selected="">Choose what is paid for</option>');
  const save = (per: string) =>
    room.manager.call(saveRates, {
      haul_rates: page.haul_rates.map((r, i) =>
        i === index ? { key: r.key, per, rate: "9.50" } : { key: r.key, per },
      ),
      version: page.version,
    });
  expect((await catchError(save(""))).refusal.facts.fields).toEqual({
    [`haul_rates[${index}].per`]: ["Choose what this rate is paid for."],
  });
  await save("unit-1");
  expect((await room.manager.call(getRates, {})).haul_rates[index]).toMatchObject({
    per: "unit-1",
    rate: "9.50",
  });
});
