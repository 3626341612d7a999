import { toErrorResponse } from "~/web/form-action.server";
import { procedure } from "~/web/procedure";
import { notFound } from "~/web/refusal";
import { formatDollars } from "../rules/paper";
import { formatCsv, toByteStream } from "./files.server";
import { getYearlyPayments } from "./money.server";

/** Parse the year in a URL, or throw 404. */
export function parseYear(text: string | undefined): number {
  if (!text || !/^2[01]\d\d$/.test(text)) throw toErrorResponse(notFound());
  return Number(text);
}

/** Return the year page's data as a file for bookkeeping. */
export const readYearlyPaymentsFile = procedure({
  name: "readYearlyPaymentsFile",
  may: "settlement.read",
  input: getYearlyPayments.input,
  async run(ctx, input) {
    const { year, rows } = await getYearlyPayments.run(ctx, input);
    const text = formatCsv(
      ["Year", "Company", "EIN", "Payments", "Paid"],
      rows.map((r) => [String(year), r.name, r.ein ?? "", String(r.payments), formatDollars(r.cents)]),
    );
    return { name: `paid-${year}.csv`, contentType: "text/csv; charset=utf-8", body: toByteStream(text) };
  },
});
