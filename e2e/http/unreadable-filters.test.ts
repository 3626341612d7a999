import { expect, inject, test } from "vitest";
import { signInPerson } from "./support/caller";

/** Every list with a filter in its address: a value that can't be read is named, and no row is listed. */
const LISTS = [
  ["/trip-tickets", "status", "Status"],
  ["/trip-tickets", "job_ids", "Job"],
  ["/jobs", "status", "Status"],
  ["/settlements/statements", "status", "Status"],
  ["/settlements/statements", "company", "Company"],
  ["/settlements/statements", "from", "From"],
  ["/settlements/new", "payer", "Payer"],
  ["/settlements/new", "through", "Through"],
  ["/settlements/needs-you", "problem", "Reason"],
  ["/settlements/needs-you", "job", "Job"],
  ["/jobs/1/money/lines", "state", "State"],
  ["/jobs/1/money/lines", "payer", "Payer"],
  ["/invoices", "status", "Status"],
  ["/invoices", "last_id", "After invoice"],
  ["/notifications", "type", "About"],
  ["/notifications", "show", "Show"],
  ["/company/history", "person", "Who"],
  ["/company/history", "day", "Day"],
  ["/production", "job_ids", "Job"],
  ["/production", "report", "Report"],
] as const;

test("a list names a filter that it can't read, links to the list without it, and lists nothing", async () => {
  const manager = await signInPerson(inject("served").url, "manager");
  const faults: string[] = [];
  for (const [path, name, label] of LISTS) {
    const { status, text } = await manager.get(`${path}?${name}=yesterdayish`);
    const words = text.replaceAll("&quot;", '"').replaceAll("<!-- -->", "");
    const isNamed = words.includes(`part of this filter: ${label} "yesterdayish"`);
    const isRemovable = new RegExp(`class="chip gone" href="${path}"`).test(text);
    const lists = /<tbody>|<ul class="rows card">|class="entries"|class="notices"/.test(text);
    if (status !== 200 || !isNamed || !isRemovable || lists)
      faults.push(`${path}?${name}: ${JSON.stringify({ status, isNamed, isRemovable, lists })}`);
  }
  expect(faults).toEqual([]);
});

test("a report in a file is refused with the filter's name", async () => {
  const manager = await signInPerson(inject("served").url, "manager");
  const file = await manager.get("/production/file?job_ids=yesterdayish");
  expect(file.status).toBe(422);
  expect(file.text).toMatch(/part of this filter: Job (&quot;|")yesterdayish/);
});
