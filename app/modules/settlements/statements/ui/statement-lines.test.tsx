import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { groupLines, type PaperLine } from "../rules/paper";
import { LINE } from "../testing/paper";
import { StatementLines } from "./statement-lines";

/** A statement's lines as copied text: without their elements, a line for each row. */
function copied(line: PaperLine): string[] {
  const markup = renderToStaticMarkup(
    <StatementLines groups={groupLines([line])} subtotals={[]} askHref={() => "/ask"} />,
  );
  return markup
    .replace(/<\/t[dr]>/g, "\n")
    .replace(/<[^>]*>/g, "")
    .split("\n");
}

it("what is said of a line stands apart from its day, and from what else is said of it", () => {
  expect(copied(LINE)).toContain(
    `Oct 26, 2026 By weight Disputed by Otto Logging: It was 28 tons Something wrong? Ticket #${LINE.ticket}`,
  );
  const advance = {
    ...LINE,
    section: "below" as const,
    service: "Advance",
    words: "Of October",
    remarks: [],
  };
  expect(copied(advance)).toContain("Advance Of October");
});
