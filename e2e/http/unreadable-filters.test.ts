import { expect, inject, test } from "vitest";
import { signInPerson } from "./support/caller";

/**
 * For every list with a filter in its address: if the filter's value can't be read, the page shows the filter and lists
 * no row.
 */
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
  ["/jobs/1/checks", "days", "Days"],
] as const;

/** The lists of a site's operators. */
const ADMIN_LISTS = [
  ["/admin/companies", "show", "Show"],
  ["/admin/companies", "sort", "Order"],
  ["/admin/users", "show", "Show"],
  ["/admin/jobs", "show", "Show"],
  ["/admin/subscriptions", "show", "Show"],
  ["/admin/leads", "show", "Show"],
  ["/admin/support", "show", "Show"],
] as const;

test("a list with an unreadable filter names the filter, links to the list without it, and shows no rows", async () => {
  const manager = await signInPerson(inject("served").url, "manager");
  const operator = await signInPerson(inject("served").url, "super");
  const faults: string[] = [];
  const lists = [
    ...LISTS.map((list) => ({ person: manager, list })),
    ...ADMIN_LISTS.map((list) => ({ person: operator, list })),
  ];
  for (const {
    person,
    list: [path, name, label],
  } of lists) {
    const { status, text } = await person.get(`${path}?${name}=yesterdayish`);
    const words = text.replaceAll("&quot;", '"').replaceAll("<!-- -->", "");
    const isNamed = words.includes(`part of this filter: ${label} "yesterdayish"`);
    const isRemovable = new RegExp(`class="chip gone" href="${path}"`).test(text);
    const hasRows = /<tbody>|<ul class="rows card">|class="entries"|class="notices"/.test(text);
    if (status !== 200 || !isNamed || !isRemovable || hasRows)
      faults.push(`${path}?${name}: ${JSON.stringify({ status, isNamed, isRemovable, hasRows })}`);
  }
  expect(faults).toEqual([]);
});

test("refuses to create a report file with an unreadable filter, and names the filter", async () => {
  const manager = await signInPerson(inject("served").url, "manager");
  const file = await manager.get("/production/file?job_ids=yesterdayish");
  expect(file.status).toBe(422);
  expect(file.text).toMatch(/part of this filter: Job (&quot;|")yesterdayish/);
});
