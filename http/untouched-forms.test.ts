import { createClient } from "@libsql/client";
import { expect, inject, test } from "vitest";
import { FORM_PAGES } from "../e2e/support/asked";
import { HARMLESS } from "../e2e/support/kept";
import { type Answer, type Caller, personAt } from "./support/caller";
import { addressesOf } from "./support/forms";
import { type Element, elementsOf, parseHtml, textOf } from "./support/html";
import { snapshot } from "./support/snapshot";

/**
 * Every edit form of every page is sent as it came: no row of any table changes, no version is raised, no history is
 * written. On a server that nobody else writes to.
 */
const served = inject("served");

/** Forms that have a version and carry something out, rather than edit what their fields show. */
const ACTS =
  /\/(deletion|removal|ending|disabling|pickup|dropoff|claim|release|cancel|pause|resume|reopen|undo|status|accept|decline)\b/;

/** What a form sends when its first button is pressed and nothing was touched, as a browser puts it together. */
function untouched(form: Element): [string, string][] {
  const named = elementsOf(form, ({ name, attributes }) =>
    Boolean(attributes.name && attributes.disabled === undefined && FIELDS.includes(name)),
  );
  const button = elementsOf(
    form,
    ({ name, attributes }) => name === "button" && attributes.type !== "button",
  )[0];
  const pressed: [string, string][] = button?.attributes.name
    ? [[button.attributes.name, button.attributes.value ?? ""]]
    : [];
  return [...named.flatMap((field) => valuesOf(field)), ...pressed];
}
const FIELDS = ["input", "select", "textarea"];

function valuesOf(field: Element): [string, string][] {
  const { name = "", type = "text", value, checked } = field.attributes;
  if (field.name === "textarea") return [[name, textOf(field).replace(/^\n/, "").replace(/\r?\n/g, "\r\n")]];
  if (field.name === "select") {
    const options = elementsOf(field, (element) => element.name === "option");
    const selected = options.filter(({ attributes }) => attributes.selected !== undefined);
    const chosen =
      selected.length || field.attributes.multiple !== undefined ? selected : options.slice(0, 1);
    return chosen.map((option) => [name, option.attributes.value ?? textOf(option)]);
  }
  if (["submit", "image", "button", "reset", "file"].includes(type)) return [];
  if (type === "checkbox" || type === "radio") return checked === undefined ? [] : [[name, value ?? "on"]];
  return [[name, value ?? ""]];
}

const isShown = ({ name, attributes }: Element) => FIELDS.includes(name) && attributes.type !== "hidden";

/** The edit forms of a page: they have a version, and fields that show what is saved. */
const editForms = (page: Answer) =>
  elementsOf(
    parseHtml(page.text),
    ({ name, attributes }) => name === "form" && /^post$/i.test(attributes.method ?? ""),
  ).flatMap((form) => {
    const action = new URL(form.attributes.action ?? "", page.url);
    const hasVersion = elementsOf(form, ({ attributes }) => attributes.name === "version").length > 0;
    const shows = elementsOf(form, isShown).length > 0;
    if (!hasVersion || !shows || HARMLESS.test(action.pathname) || ACTS.test(action.pathname)) return [];
    return [{ action, isUpload: form.attributes.enctype === "multipart/form-data", sent: untouched(form) }];
  });

const post = (person: Caller, { action, isUpload, sent }: ReturnType<typeof editForms>[number]) => {
  if (!isUpload)
    return person.ask(action.href, {
      bytes: new URLSearchParams(sent).toString(),
      headers: { "content-type": "application/x-www-form-urlencoded;charset=UTF-8" },
    });
  return person.ask(action.href, { parts: Object.fromEntries(sent) });
};

/** Values as files, earlier versions and daylight saving's edges leave them, which no form would write so today. */
const ODD = [
  // The second 1:30 AM of the night on which clocks are set back, with seconds; a net weight without its gross.
  `UPDATE trip_ticket SET picked_up_at = '2025-11-02T05:45:10.000Z', dropped_off_at = '2025-11-02T06:30:20.000Z',
    scaled_at = '2025-11-02T06:30:20.000Z', received_at = '2025-11-02T06:30:20.000Z', gross_pounds = NULL, net_pounds = 52001
    WHERE id = (SELECT max(id) FROM trip_ticket WHERE trip_ticket_status_id = 3 AND is_deleted = 0)`,
];

test("every edit form that is sent untouched writes nothing", async () => {
  const client = createClient({ url: served.databaseUrl });
  for (const sql of ODD) await client.execute(sql);
  client.close();
  const faults: string[] = [];
  const seen = new Set<string>();
  let before = await snapshot(served.databaseUrl);
  for (const [who, paths] of Object.entries(FORM_PAGES)) {
    const person = await personAt(served.url, who);
    for (const path of paths.map(await addressesOf(person))) {
      for (const form of editForms(await person.get(path))) {
        const { pathname } = form.action;
        const key = `${pathname.replace(/\d+/g, "N")} ${form.sent.map(([name]) => name)}`;
        if (seen.has(key)) continue;
        seen.add(key);
        const { status, text } = await post(person, form);
        const after = await snapshot(served.databaseUrl);
        const written = Object.keys(after).filter(
          (table) => after[table]?.checksum !== before[table]?.checksum,
        );
        before = after;
        if (written.length > 0) faults.push(`${pathname} as ${who} (${path}): wrote ${written}`);
        else if (status >= 400) faults.push(`${pathname} as ${who}: ${status} ${problemOf(text)}`);
      }
    }
  }
  expect(faults).toEqual([]);
  expect(seen.size).toBeGreaterThan(20);
});

const problemOf = (html: string) =>
  /<[^>]+role="alert"[^>]*>(.*?)<\/\w+>/s
    .exec(html)?.[1]
    ?.replace(/<[^>]+>/g, " ")
    .slice(0, 120) ?? "";
