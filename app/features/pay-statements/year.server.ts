import { procedure } from "~/web/procedure";
import { missing } from "~/web/refusal";
import { asPage } from "~/web/respond.server";
import { csvText, once } from "./files.server";
import { getPayYear } from "./money.server";
import { dollars } from "./paper";

/** The year that an address names, or 404. */
export function yearOf(text: string | undefined): number {
  if (!text || !/^2[01]\d\d$/.test(text)) throw asPage(missing());
  return Number(text);
}

/** The same as the year's page, for the bookkeeping. */
export const readPayYearFile = procedure({
  name: "readPayYearFile",
  may: "settlement.read",
  input: getPayYear.input,
  async run(ctx, input) {
    const { year, rows } = await getPayYear.run(ctx, input);
    const text = csvText(
      ["Year", "Company", "EIN", "Payments", "Paid"],
      rows.map((r) => [String(year), r.name, r.ein ?? "", String(r.payments), dollars(r.cents)]),
    );
    return { name: `paid-${year}.csv`, contentType: "text/csv; charset=utf-8", body: once(text) };
  },
});
