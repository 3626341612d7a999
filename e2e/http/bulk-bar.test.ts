import { expect, inject, test } from "vitest";
import { type Caller, signInPerson } from "./support/caller";
import { findElements, getElementText, parseHtml } from "./support/html";

/** Submit the bulk action bar for ticked rows as a browser without script does: each button sends the form's fields. */

type Load = { id: number; number: number };

async function makeLoads(person: Caller, loads: number): Promise<Load[]> {
  const product = { job_id: 1, job_destination_id: 1, product_type_id: 5, wood_species_id: 746 };
  const created: Load[] = [];
  for (let n = 0; n < loads; n++) {
    const { text } = await person.ask("/api/trip-tickets", { json: product });
    const { id } = JSON.parse(text) as { id: number };
    const page = await person.read(`/trip-tickets/${id}`);
    created.push({ id, number: Number(/#(\d{4,})/.exec(page)?.[1] ?? /\b(1\d{3})\b/.exec(page)?.[1]) });
  }
  return created;
}

/** Open the list with these loads, tick their boxes, and press one button of the bar. */
async function pressed(
  person: Caller,
  loads: readonly Load[],
  button: string,
  more: [string, string][] = [],
) {
  const list = await person.get(
    `/trip-tickets?view=available&trip_ticket_numbers=${loads.map((l) => l.number)}`,
  );
  const document = parseHtml(list.text);
  const form = findElements(document, (e) => e.name === "form" && e.attributes.id === "picking")[0];
  if (!form) throw new Error("the list has no bar");
  const hidden = findElements(form, (e) => e.name === "input" && e.attributes.type === "hidden");
  const pressing = findElements(form, (e) => e.name === "button").find((e) =>
    JSON.stringify(e).includes(`"${button}"`),
  );
  if (!pressing) throw new Error(`no button ${button}`);
  const fields: [string, string][] = [
    ...hidden.map((e): [string, string] => [e.attributes.name ?? "", e.attributes.value ?? ""]),
    ...loads.map((load): [string, string] => ["ids", String(load.id)]),
    ...more,
  ];
  const { name, value = "", formaction, formAction = formaction } = pressing.attributes;
  if (name) fields.push([name, value]);
  return person.ask(formAction ?? form.attributes.action ?? "", {
    bytes: new URLSearchParams(fields).toString(),
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    follow: true,
  });
}

test("opens Assign, Status, Print and More for the ticked loads, and assigns a hauler with one press", async () => {
  const { url } = inject("served");
  const person = await signInPerson(url, "ida");
  const loads = await makeLoads(person, 3);
  const numbers = loads.map((load) => String(load.number));
  const clear = () => person.ask("/trip-tickets/selection/clearing", { form: { sure: "yes", back: "" } });

  for (const [button, address] of [
    ["Assign", "/trip-tickets/selection/assignment"],
    ["Status", "/trip-tickets/selection/status"],
    ["More", "/trip-tickets/selection"],
    ["Print", "/trip-tickets/print"],
  ] as const) {
    const page = await pressed(person, loads, button);
    expect([button, page.status, new URL(page.url).pathname]).toEqual([button, 200, address]);
    for (const number of numbers) expect(page.text, `${button} ${number}`).toContain(number);
  }
  // Printing a selection gives one sheet per load, ordered by number.
  const paper = await person.get("/trip-tickets/print?selection=1");
  const sheets = findElements(parseHtml(paper.text), (e) => /(^| )sheet( |$)/.test(e.attributes.class ?? ""));
  expect(sheets).toHaveLength(3);
  for (const [n, sheet] of sheets.entries()) expect(getElementText(sheet)).toContain(numbers[n]);
  await clear();
  expect((await person.ask("/trip-tickets/print?selection=1")).status).toBe(404);

  const list = await person.read(`/trip-tickets?view=available&trip_ticket_numbers=${numbers}`);
  const hauler = /<option value="(\d+)">Manistee[^<]*<\/option>/.exec(
    list.split('id="bar-hauler"')[1] ?? "",
  )?.[1];
  const result = await pressed(person, loads, "Assign hauler", [["hauler_company_id", hauler ?? ""]]);
  expect([result.status, new URL(result.url).pathname]).toEqual([
    200,
    expect.stringMatching(/^\/trip-tickets\/bulk\/\d+$/),
  ]);
  await expect
    .poll(async () => getElementText(parseHtml(await person.read(result.url))), { timeout: 60_000 })
    .toContain("3 tickets changed");
});
