import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { parseForm } from "~/web/parse-form.server";
import { getRates, saveRates } from "./rates.server";
import { RatesPage } from "./rates-page";
import { createSetupHarness } from "./testing/setup-room.server";

test("the list of what is wrong names the line of each rate, and leads to it", async () => {
  const room = await createSetupHarness();
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
  // An error message next to its field appears alone.
  expect(html).toContain('-error">Type a rate like 4.25.</span>');
});
