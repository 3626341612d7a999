import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { statusWords } from "./paper-words";
import { ReceiveSums } from "./receive-sums";
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
] as const)("of %j it says how much comes when", (days, said) => {
  const byDay = days.map(([pay_on, cents]) => ({ pay_on, cents }));
  const html = renderToStaticMarkup(
    <ReceiveSums
      unpaid_cents={byDay.reduce((n, { cents }) => n + cents, 0)}
      open_cents={0}
      next_pay={byDay[0] ?? null}
      last_pay_on={byDay.at(-1)?.pay_on ?? null}
    />,
  );
  expect(words(html).replaceAll("&#x27;", "'")).toContain(said);
});

test("a statement that is paid in part says what is left", () => {
  const row = { id: 1, payer: "Mill", receiver: "Us", period_end: "2026-11-27", pay_on: "2026-12-09" };
  const rowOf = (status: "Unpaid" | "Paid", paid_cents: number) =>
    words(
      renderToStaticMarkup(
        <StatementRows
          side="payer"
          rows={[{ ...row, number: 1016, status, total_cents: 529_527, paid_cents }]}
        />,
      ),
    );
  expect(rowOf("Unpaid", 0)).toContain("Expected Dec 9, 2026");
  expect(rowOf("Unpaid", 200_000)).toContain("$3,295.27 left, expected Dec 9, 2026");
  expect(rowOf("Paid", 529_527)).toContain("Paid");
});

test("a statement's own head says so too, to both sides", () => {
  const head = {
    ...{ id: 1, number: 1016, payer: "Mill", receiver: "Us", receiver_ein: null, memo: null, hash: null },
    ...{ period_start: "2026-11-16", period_end: "2026-11-27", pay_on: "2026-12-09", void_reason: null },
    ...{ gross_cents: 529_527, adjustments_cents: 0, total_cents: 529_527, line_count: 3 },
    status: "Unpaid" as const,
  };
  expect(statusWords({ ...head, paid_cents: 0 }, true)).toBe("Unpaid");
  expect(statusWords({ ...head, paid_cents: 0 }, false)).toBe("Expected Dec 9, 2026");
  for (const isPayer of [true, false])
    expect(statusWords({ ...head, paid_cents: 200_000 }, isPayer)).toBe("Partly paid, $3,295.27 left");
});
