import { expect, test } from "vitest";
import { fill, templateOf } from "./template";

const html = "<td>1042</td><td>Log &amp; Chip</td><td>Log &amp; Chipping</td><td>3</td><td>today</td>";
const rows = (number: number, name: string) => [[[3, number, name, null]], [["Log & Chipping"]]];

test("filled with the rows that it was made from, a document is the same again", () => {
  const template = templateOf(html, rows(1042, "Log & Chip"));
  expect(template.holes).toHaveLength(3);
  expect(fill(template, rows(1042, "Log & Chip"))).toBe(html);
});

test("filled with other rows it shows them, escaped, and leaves the rest alone", () => {
  const template = templateOf(html, rows(1042, "Log & Chip"));
  expect(fill(template, rows(2000, "<Saw>"))).toBe(
    "<td>2000</td><td>&lt;Saw&gt;</td><td>Log &amp; Chipping</td><td>3</td><td>today</td>",
  );
  expect(fill(template, [[], []])).toBe("<td></td><td></td><td></td><td>3</td><td>today</td>");
});

test("a document that shows nothing of its rows is left unchanged", () => {
  expect(fill(templateOf("<p>Nothing</p>", []), [])).toBe("<p>Nothing</p>");
});
