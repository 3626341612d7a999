import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { BlankSheet } from "./blank-sheet";

const job = {
  id: 1,
  name: "Deward Tract",
  company: "Superior Land & Timber",
  contract_number: null,
  harvest_notification_number: null,
  log_brand: null,
  county: "Crawford, MI",
  land: "S8 T28N R4W",
  land_owner: null,
  products: ["Pulpwood, quaking aspen", "Sawlogs, red pine"],
  destinations: ["Grayling wood yard"],
};
const qr = { path: "M0 0h1v1H0z", size: 1 };
const sheet = { id: 1, trip_ticket_number: 1042, load_number: 7, in_words: "one zero four two", qr };
const drawn = (paper: string) => renderToStaticMarkup(<BlankSheet job={job} sheet={sheet} paper={paper} />);
const count = (html: string, part: string) => html.split(part).length - 1;

test("prints a checkbox for each product and destination, and one for any other", () => {
  const html = drawn("letter");
  for (const name of [...job.products, ...job.destinations]) expect(html).toContain(name);
  expect(count(html, 'class="tickbox"')).toBe(5);
});

test("prints a line for each handwritten value, and asks for the date with year", () => {
  const html = drawn("letter");
  expect(count(html, 'class="write"')).toBeGreaterThan(18);
  expect(html).toContain("Date and year");
});

test("prints a tear-off copy with the numbers on a page, but not on a roll", () => {
  expect(drawn("letter")).toMatch(/class="tear".*#1042.*Load 7 of Deward Tract/s);
  expect(drawn("80mm")).not.toContain('class="tear"');
});
