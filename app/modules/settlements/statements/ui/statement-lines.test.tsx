import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { groupLines, type PayStatementLine } from "../rules/paper";
import { SAMPLE_LINE } from "../testing/paper";
import { StatementLines } from "./statement-lines";

/** Return the text of a statement line as copied from the page: without markup, one line for each row. */
function copied(line: PayStatementLine): string[] {
  const markup = renderToStaticMarkup(
    <StatementLines groups={groupLines([line])} subtotals={[]} askHref={() => "/ask"} />,
  );
  return markup
    .replace(/<\/t[dr]>/g, "\n")
    .replace(/<[^>]*>/g, "")
    .split("\n");
}

it("separates a line's notes from its day and from each other when copied", () => {
  expect(copied(SAMPLE_LINE)).toContain(
    `Oct 26, 2026 By weight Disputed by Otto Logging: It was 28 tons Something wrong? Ticket #${SAMPLE_LINE.ticket}`,
  );
  const advance = {
    ...SAMPLE_LINE,
    section: "below" as const,
    service: "Advance",
    words: "Of October",
    remarks: [],
  };
  expect(copied(advance)).toContain("Advance Of October");
});
