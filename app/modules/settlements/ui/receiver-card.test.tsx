import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ReceiverCard } from "./receiver-card";

const sums = { gross_cents: 5_000, total_cents: 5_000, line_count: 2, items: [] };
const receiver = {
  receiving_company_id: 7,
  name: "AuSable Trucking",
  loads: 2,
  claims: 2,
  corrections: 0,
  oldest: null,
  problems: 0,
  ...sums,
  lowered: { claims: 1, cents: -640, with: { ...sums, total_cents: 4_360, line_count: 4 }, loads: [] },
};
const tick = (html: string) => /name="receivers\[0\]\.takes_lower"[^>]*>/.exec(html)?.[0];

test("a statement includes corrections that lower pay unless they are deselected", () => {
  const html = renderToStaticMarkup(<ReceiverCard receiver={receiver} at={0} ticks={null} />);
  expect(html).toContain('<strong class="money">$43.60</strong>');
  expect(html).toContain("Without them the statement comes to $50.00.");
  expect(html.replace(/<\/?[a-z]+[^>]*>/g, " ")).toContain("4 lines");
  expect(tick(html)).toContain("checked");
  const unticked = { ticked: true, lower: false };
  const again = renderToStaticMarkup(<ReceiverCard receiver={receiver} at={0} ticks={unticked} />);
  expect(tick(again)).not.toContain("checked");
});
