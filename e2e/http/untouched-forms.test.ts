import { afterAll, beforeAll, expect, test } from "vitest";
import { type Served, serveDemo } from "../../scripts/serve";
import { FORM_PAGES, PAGES_BY_VIEWER, SIMILAR_PAGES } from "../support/expectations";
import { HARMLESS_FORM_PATHS } from "../support/kept";
import { type Answer, type Caller, signInPerson } from "./support/caller";
import { preparePlaceholderPaths } from "./support/forms";
import { type Element, findElements, getElementText, parseHtml } from "./support/html";
import { createTestRecords } from "./support/things";
import { logWrites } from "./support/write-log";

/** Send every edit form of every page unchanged: no table row changes, no version increases, and no history is written. */

/** Forms that have a version but perform an action or submit something new, instead of editing saved values. */
const ACTS = [
  /\/(deletion|removal|ending|disabling|pickup|dropoff|claim|release|cancel|pause|resume|reopen|undo|status|accept|decline)\b/,
  // Each change by an operator needs a reason, and so does a correction of a paid load.
  /^\/admin\/(companies|users)\/\d+\/(features|name|plan|rights|contacts)$/,
  /^\/trip-tickets\/\d+\/correction$/,
  // A reply or a message is always new text.
  /^\/admin\/(leads|support)\/\d+$/,
  // The Next button saves the user's progress in a private draft.
  /^\/jobs\/create\//,
];
/**
 * Addresses of the edit forms that must be sent, so that the test fails if one is no longer found. The number of forms
 * per address isn't checked: some forms have other fields for another status of a load. An operator's forms that need a
 * reason are in `ACTS`.
 */
const EDIT_FORMS = [
  "/admin/releases/N",
  "/company/certifications/N",
  "/company/certifications/groups/N",
  "/company/contacts/N",
  "/company/crews/N",
  "/company/destinations/N",
  "/company/edit",
  "/company/land-owners/N",
  "/company/location-types/N",
  "/company/locations/N",
  "/company/people/N",
  "/company/permissions",
  "/company/products/N",
  "/invoices/N/edit",
  "/jobs/N/comments/N",
  "/jobs/N/companies/N/contracts/haul",
  "/jobs/N/contract-volumes",
  "/jobs/N/destinations/N",
  "/jobs/N/edit",
  "/jobs/N/haul-rates/N",
  "/jobs/N/inventory/N",
  "/jobs/N/landings/N",
  "/jobs/N/location",
  "/jobs/N/map/edit",
  "/jobs/N/product-rates/N",
  "/jobs/N/roads/N",
  "/production/goals/N",
  "/profile/edit",
  "/settlements/settings",
  "/trip-tickets/N/comments/N",
  "/trip-tickets/N/edit/certification",
  "/trip-tickets/N/edit/cutter",
  "/trip-tickets/N/edit/destination",
  "/trip-tickets/N/edit/details",
  "/trip-tickets/N/edit/location",
  "/trip-tickets/N/edit/skidder",
  "/trip-tickets/N/edit/ticket",
  "/trip-tickets/N/edit/trucker",
  "/trip-tickets/export/templates/CARIBOU",
  "/trip-tickets/export/templates/FPA",
];
/**
 * Pages on which the user chooses a location by another method than the saved one: the form starts empty and requires a
 * location.
 */
const STARTS_EMPTY = /\/map\/edit\?method=(pin|import)$|^\/trip-tickets\/\d+\/map$/;

/** List the fields that a browser sends if a user presses the form's first button and changes nothing. */
function untouched(form: Element): [string, string][] {
  const named = findElements(form, ({ name, attributes }) =>
    Boolean(attributes.name && attributes.disabled === undefined && FIELDS.includes(name)),
  );
  const button = findElements(
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
  if (field.name === "textarea")
    return [[name, getElementText(field).replace(/^\n/, "").replace(/\r?\n/g, "\r\n")]];
  if (field.name === "select") {
    const options = findElements(field, (element) => element.name === "option");
    const selected = options.filter(({ attributes }) => attributes.selected !== undefined);
    const chosen =
      selected.length || field.attributes.multiple !== undefined ? selected : options.slice(0, 1);
    return chosen.map((option) => [name, option.attributes.value ?? getElementText(option)]);
  }
  if (["submit", "image", "button", "reset", "file"].includes(type)) return [];
  if (type === "checkbox" || type === "radio") return checked === undefined ? [] : [[name, value ?? "on"]];
  return [[name, value ?? ""]];
}

const isShown = ({ name, attributes }: Element) => FIELDS.includes(name) && attributes.type !== "hidden";

/** List a page's edit forms: those with a version and with fields that show saved values. */
const editForms = (page: Answer) =>
  findElements(
    parseHtml(page.text),
    ({ name, attributes }) => name === "form" && /^post$/i.test(attributes.method ?? ""),
  ).flatMap((form) => {
    const action = new URL(form.attributes.action ?? "", page.url);
    const hasVersion = findElements(form, ({ attributes }) => attributes.name === "version").length > 0;
    const shows = findElements(form, isShown).length > 0;
    if (
      !hasVersion ||
      !shows ||
      HARMLESS_FORM_PATHS.test(action.pathname) ||
      ACTS.some((act) => act.test(action.pathname))
    )
      return [];
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

/**
 * Stored values from files, API clients, earlier versions and daylight saving changes, which today's forms would not
 * save.
 */
const ODD = [
  // The second 1:30 AM in the night when clocks are set back, with seconds; and a net weight without a gross weight.
  `UPDATE trip_ticket SET picked_up_at = '2025-11-02T05:45:10.000Z', dropped_off_at = '2025-11-02T06:30:20.000Z',
    scaled_at = '2025-11-02T06:30:20.000Z', received_at = '2025-11-02T06:30:20.000Z', gross_pounds = NULL, net_pounds = 52001
    WHERE id = (SELECT max(id) FROM trip_ticket WHERE trip_ticket_status_id = 3 AND is_deleted = 0)`,
  // Coordinates with more digits than a form shows, as an API client or a map may send them.
  "UPDATE job SET latitude = latitude + 0.00000012345, longitude = longitude + 0.00000012345",
  "UPDATE landing SET latitude = latitude + 0.00000012345, longitude = longitude + 0.00000012345, notes = 'Gate is locked.\r\nAsk Ida. '",
  "UPDATE company_location SET latitude = latitude + 0.00000012345, longitude = longitude + 0.00000012345",
  "UPDATE company_destination SET latitude = latitude + 0.00000012345, notes = 'Scale closes at 4.\nRing twice. '",
  "UPDATE job_destination SET mileage = 43.123456",
  // Line breaks of another operating system, and trailing spaces.
  "UPDATE company SET bio = 'Since 1954.\r\nFamily owned. ', name = name || ' '",
  "UPDATE invoice SET memo = 'Thank you.\nPay by check. ', customer_address = 'N1 Road\nGaylord MI' WHERE status = 'draft'",
  "UPDATE road SET notes = 'Narrow.\rNo turnaround.'",
  "UPDATE comment SET content = 'Snow.\nMud. ' WHERE id = (SELECT max(id) FROM comment)",
  "UPDATE custom_release SET notes = 'Answers from us\r\nAsk under Support. '",
];

let served: Served;
beforeAll(async () => {
  served = await serveDemo();
});
afterAll(() => served?.stop());

test("sending any edit form unchanged writes nothing", async () => {
  const manager = await signInPerson(served.url, "manager");
  const nameThings = await createTestRecords(manager, await signInPerson(served.url, "super"));
  const log = await logWrites(served.databaseUrl);
  for (const sql of ODD) await log.client.execute(sql);
  const faults: string[] = [];
  const sent = new Set<string>();
  for (const who of Object.keys({ ...FORM_PAGES, ...PAGES_BY_VIEWER, ...SIMILAR_PAGES })) {
    const person = await signInPerson(served.url, who);
    const nameOwn = await preparePlaceholderPaths(person);
    const paths = [
      ...(FORM_PAGES[who] ?? []).map(nameOwn),
      ...(PAGES_BY_VIEWER[who] ?? []),
      ...(SIMILAR_PAGES[who] ?? []).map(nameThings),
    ];
    for (const path of new Set(paths)) {
      if (STARTS_EMPTY.test(path)) continue;
      const page = await person.get(path);
      if (!page.text.includes('name="version"')) continue;
      for (const form of editForms(page)) {
        const { pathname } = form.action;
        const key = `${pathname.replace(/\d+/g, "N")} ${form.sent.map(([name]) => name)}`;
        if (sent.has(key)) continue;
        sent.add(key);
        await log.take();
        const { status, text } = await post(person, form);
        const written = await log.take();
        if (written.length > 0) faults.push(`${pathname} as ${who} (${path}): ${written.join(", ")}`);
        else if (status >= 400) faults.push(`${pathname} as ${who} (${path}): ${status} ${problemOf(text)}`);
      }
    }
  }
  (await import("node:fs")).writeFileSync("/tmp/uf-keys.json", JSON.stringify([...sent].sort(), null, 1));
  log.client.close();
  expect(faults).toEqual([]);
  const addresses = new Set([...sent].map((key) => key.split(" ")[0]));
  expect(EDIT_FORMS.filter((address) => !addresses.has(address))).toEqual([]);
});

const problemOf = (html: string) =>
  /<[^>]+role="alert"[^>]*>(.*?)<\/\w+>/s
    .exec(html)?.[1]
    ?.replace(/<[^>]+>/g, " ")
    .slice(0, 120) ?? "";
