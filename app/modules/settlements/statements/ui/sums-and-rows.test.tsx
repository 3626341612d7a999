import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { sumPayDays } from "../../rules/pay-days";
import { formatStatementStatusMessage } from "../rules/paper-words";
import { ReceivableSums } from "./receive-sums";
import { StatementRows } from "./statement-rows";

const words = (html: string) => html.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");

test.each([
  [[], "$0.00 on statements that aren't paid"],
  [[["2026-11-27", 157_396]], "$1,573.96 on statements. Expected Nov 27, 2026"],
  [
    [
      ["2026-11-27", 157_396],
      ["2026-12-09", 197_571],
    ],
    "$3,549.67 on statements. $1,573.96 expected Nov 27, 2026, the rest by Dec 9, 2026",
  ],
  [
    [
      ["2026-11-20", 100],
      ["2026-11-27", 200],
    ],
    "$3.00 on statements. $2.00 expected Nov 27, 2026 $1.00 overdue since Nov 20, 2026",
  ],
  [[["2026-11-20", 100]], "$1.00 on statements $1.00 overdue since Nov 20, 2026"],
] as const)("shows when how much is expected for the payments due %j", (days, result) => {
  const dues = days.map(([pay_on, cents]) => ({ pay_on, cents }));
  const html = renderToStaticMarkup(
    <ReceivableSums open_cents={0} pay_days={sumPayDays(dues, "2026-11-25")} />,
  );
  expect(words(html).replaceAll("&#x27;", "'")).toContain(result);
});

test("shows the remaining amount of a partly paid statement", () => {
  const row = { id: 1, payer: "Mill", receiver: "Us", period_end: "2026-11-27", pay_on: "2026-12-09" };
  const rowOf = (status: "Unpaid" | "Paid", paid_cents: number, is_overdue = false) =>
    words(
      renderToStaticMarkup(
        <StatementRows
          side="payer"
          rows={[{ ...row, number: 1016, is_overdue, status, total_cents: 529_527, paid_cents }]}
        />,
      ),
    );
  expect(rowOf("Unpaid", 0)).toContain("Expected Dec 9, 2026");
  expect(rowOf("Unpaid", 200_000)).toContain("$3,295.27 left, expected Dec 9, 2026");
  expect(rowOf("Unpaid", 0, true)).toContain("Overdue since Dec 9, 2026");
  expect(rowOf("Unpaid", 200_000, true)).toContain("$3,295.27 left, overdue since Dec 9, 2026");
  expect(rowOf("Paid", 529_527)).toContain("Paid");
});

test("shows the remaining amount in a statement's header, to payer and payee", () => {
  const head = {
    ...{ id: 1, number: 1016, payer: "Mill", receiver: "Us", receiver_ein: null, memo: null, hash: null },
    ...{ payer_address: null, receiver_address: null },
    ...{ period_start: "2026-11-16", period_end: "2026-11-27", pay_on: "2026-12-09", void_reason: null },
    ...{ gross_cents: 529_527, adjustments_cents: 0, total_cents: 529_527, line_count: 3 },
    status: "Unpaid" as const,
    is_overdue: false,
  };
  expect(formatStatementStatusMessage({ ...head, paid_cents: 0 }, true)).toBe("Unpaid");
  expect(formatStatementStatusMessage({ ...head, paid_cents: 0 }, false)).toBe("Expected Dec 9, 2026");
  for (const isPayer of [true, false])
    expect(formatStatementStatusMessage({ ...head, paid_cents: 0, is_overdue: true }, isPayer)).toBe(
      "Overdue since Dec 9, 2026",
    );
  for (const isPayer of [true, false])
    expect(formatStatementStatusMessage({ ...head, paid_cents: 200_000 }, isPayer)).toBe(
      "Partly paid, $3,295.27 left",
    );
});
