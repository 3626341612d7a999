import { type APIRequestContext, type Browser, expect, type Page, test } from "@playwright/test";
import { type Served, serveDemo } from "../scripts/serve";
import { snapshot } from "./support/snapshot";
import { PASSWORD } from "./support/test";

/**
 * Every form of every page, found by walking the pages as different people, is thrown what it must not take, one
 * field at a time: always 4xx with words, never 5xx, and no row of any table changes. On a server of its own.
 */
let served: Served;
test.beforeAll(async () => {
  served = await serveDemo();
});
test.afterAll(() => served?.stop());

type Field = {
  name: string;
  kind: string;
  value: string;
  required: boolean;
  maxLength: number;
  options: string[] | null;
};
type Form = { page: string; action: string; upload: boolean; fields: Field[] };

/** Where forms are, by who finds them open. */
const PAGES: Record<string, string[]> = {
  nobody: ["/login", "/signup", "/forgot-password", "/reset-password?token=x"],
  manager: [
    "/trip-tickets/new?job_id=1",
    "/jobs/1/map/edit",
    "/jobs/1/map/edit?method=pin",
    "/trip-tickets/export",
    "/trip-tickets/export/templates/FPA",
    "/trip-tickets/reconcile",
    "/jobs/1/sheets",
    "{available}",
    "{available}/claim",
    "{available}/yard",
    "{available}/cancellation",
    "{available}/deletion",
    "{available}/edit/ticket",
    "{available}/edit/destination",
    "{available}/edit/location",
    "{available}/edit/cutter",
    "{available}/edit/skidder",
    "{available}/photos",
    "{claimed}/edit/trucker",
    "{claimed}/pickup",
    "{claimed}/release",
    "{completed}/edit/details",
    "{completed}/edit/certification",
    "{completed}/reopening",
    "/jobs/1",
    "/jobs/1/edit",
    "/jobs/1/location",
    "/jobs/1/comments",
    "/jobs/1/files",
    "/jobs/1/photos",
    "/jobs/1/products/new",
    "/jobs/1/destinations/new",
    "/jobs/1/destinations/1",
    "/jobs/1/destinations/1/inventory",
    "/jobs/1/landings/new",
    "/jobs/1/landings/1",
    "/jobs/1/landings/1/inventory",
    "/jobs/1/inventory/1",
    "/jobs/1/inventory/1/deletion",
    "/jobs/1/product-rates/new",
    "/jobs/1/product-rates/1",
    "/jobs/1/haul-rates/1",
    "/jobs/1/companies/new",
    "/jobs/1/companies/3/removal",
    "/jobs/1/companies/3/contracts/haul",
    "/jobs/1/roads/new",
    "/jobs/1/roads/1",
    "/company",
    "/company/edit",
    "/company/logo",
    "/company/land-owners",
    "/company/location-types/new",
    "{type}",
    "/company/locations/new",
    "/company/locations/new?full=1",
    "{location}",
    "{location}/deletion",
    "/company/destinations/new?mode=drop_pin&stage=add_notes_and_products&latitude=45.1&longitude=-85.2",
    "{destination}/deletion",
    "/company/invite",
    "/company/api-keys",
    "/company/certifications",
    "/company/certifications/new",
    "/company/certifications/1",
    "/company/certifications/1/removal",
    "/company/certifications/groups/new",
    "/company/certifications/groups/1",
    "/company/certifications/groups/1/ending",
    "/company/certifications/requests/2",
    "/company/people",
    "/company/people/new",
    "{waiting}",
    "{waiting}/deletion",
    "{waiting}/link",
    "/company/crews/new",
    "{crew}",
    "{crew}/deletion",
    "{request}",
    "/company/permissions",
    "/jobs/create/overview",
    "/jobs/create/land-owner",
    "/jobs/create/companies",
    "/jobs/create/sort-sheet",
    "/jobs/create/copy",
    "/contact-sales",
    "/profile",
    "/profile/edit",
    "/profile/avatar",
  ],
  hauler: ["/company/certifications/requests/new?certification_group_id=2"],
  founder: ["/onboarding/create-company"],
  new: ["/onboarding/join-company?q=river", "/onboarding/choose-company-perspective"],
  mill: ["{completed}/edit/details"],
  multi: ["/companies"],
};
/** These change nothing that a table holds, whatever they are sent, or end the session that looks at them. */
const HARMLESS = /^\/(logout|profile\/(light-pages|sessions|time-zone))/;

/**
 * What is no fault, by the page and the field: a list's address is read as far as it makes sense, what lies on a landing
 * may be less than nothing, and a word in place of a file that need not be sent is no file.
 */
const FINE: Record<string, (path: string, value: string) => boolean> = {
  query: (path) => path === "/trip-tickets/export",
  estimated_volume_remaining: (path, value) => path.startsWith("/jobs/1/inventory/") && value === "-181",
  contract: (path) => path.includes("/contracts/"),
};

const LONG = "x".repeat(200_000);

/** What a field must not take, by what it says of itself. */
function wrongValues({ name, kind, required, maxLength, options }: Field): string[] {
  if (name === "submission_id") return ["not an id", "x".repeat(500), "a\u0000b"];
  if (name === "version") return ["1e9", "-1", "abc", "99", "1.5", "[]"];
  if (kind === "hidden") return ["zzz", "-1", "{}"];
  if (options) return ["zzz", "987654321", "-1", "[object Object]"];
  if (kind === "checkbox" || kind === "radio") return /_ids?$/.test(name) ? ["987654321", "zzz"] : [];
  if (kind === "file") return ["just words"];
  const values = ["a\u0000b", "\u001b[2J"];
  if (maxLength > 0 || kind === "textarea" || kind === "text") values.push(LONG);
  if (kind === "number" || /volume|pounds|latitude|longitude|loads/.test(name))
    values.push("-181", "1e400", "twelve", "12,34,5");
  if (kind === "datetime-local") values.push("yesterday", "2026-99-99T99:99", "9999999-01-01T00:00");
  if (kind === "email") values.push("not an address");
  if (kind === "tel") values.push("12");
  if (required) values.push("", "   ");
  return values;
}

const formsOn = (page: Page): Promise<Omit<Form, "page">[]> =>
  page.locator("form[method=post]").evaluateAll((forms) =>
    (forms as HTMLFormElement[]).map((form) => ({
      // A field may be called "action" or "elements": the attributes are asked, not the properties.
      action: new URL(form.getAttribute("action") ?? "", document.location.href).href,
      upload: form.enctype === "multipart/form-data",
      fields: [...form.querySelectorAll<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>("[name]")]
        // Buttons, and images that are clicked, go by what is pressed.
        .filter((field) => field.tagName !== "BUTTON" && field.type !== "image")
        .map((field) => ({
          name: field.name,
          kind: field.tagName === "INPUT" ? field.type : field.tagName.toLowerCase(),
          value: (field as HTMLInputElement).type === "checkbox" ? "" : field.value,
          required: field.required,
          maxLength: field.tagName === "SELECT" ? -1 : (field as HTMLInputElement).maxLength,
          options:
            field.tagName === "SELECT" ? [...(field as HTMLSelectElement).options].map((o) => o.value) : null,
        })),
    })),
  );

/** Names of tickets in an address, as the newest of that status that this person sees. */
async function addressesOf(page: Page) {
  const one = async (status: number) => {
    const data = { trip_ticket_status_ids: [status], take: 1 };
    const found = await page.request.post("/api/trip-tickets/search", { data });
    if (!found.ok()) return "";
    const { trip_tickets } = (await found.json()) as { trip_tickets: { trip_ticket: { id: number } }[] };
    return `/trip-tickets/${trip_tickets[0]?.trip_ticket.id}`;
  };
  const place = async (list: string, name: string) => {
    const found = await page.request.get(`/api/company/1/${list}`);
    const id = new RegExp(`"${name}":\\[?\\{"id":(\\d+)`).exec(await found.text())?.[1];
    return `/company/${list}/${id}`;
  };
  const found: Record<string, string> = {
    type: await place("location-types", "company_location_types"),
    location: await place("locations", "company_location"),
    destination: await place("destinations", "company_destination"),
    available: await one(7),
    claimed: await one(1),
    completed: await one(3),
    ...(await peopleOf(page)),
  };
  return (path: string) => path.replace(/\{(\w+)\}/, (_, name: string) => found[name] ?? "");
}

/** Somebody who has not signed in yet, a crew that can be deleted, and a request to join, by the people's page. */
async function peopleOf(page: Page): Promise<Record<string, string>> {
  const html = await (await page.request.get("/company/people")).text();
  const link = (pattern: RegExp) => pattern.exec(html)?.[1] ?? "";
  return {
    waiting: link(/href="(\/company\/people\/\d+)\/link"/),
    crew: [...html.matchAll(/href="(\/company\/crews\/\d+)"/g)].at(-1)?.[1] ?? "",
    request: link(/href="(\/company\/requests\/\d+)"/),
  };
}

async function signedIn(browser: Browser, who: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: served.url });
  if (who !== "nobody")
    await context.request.post("/login", { form: { login: `${who}@demo.test`, password: PASSWORD } });
  return context.newPage();
}

type Values = Record<string, string>;

/** Sends a form as its page would, and says what is wrong with the answer, if anything. */
async function send(request: APIRequestContext, form: Form, values: Values, what: string): Promise<string[]> {
  const options = form.upload ? { multipart: values } : { form: values };
  const answer = await request.post(form.action, { ...options, maxRedirects: 0 });
  const status = answer.status();
  const words = (await answer.text()).replace(/<[^>]+>/g, "").trim();
  if (status >= 400 && status < 500 && words) return [];
  return [`${form.page} → ${new URL(form.action).pathname} ${what}: ${status} ${words.slice(0, 80)}`];
}

test("@script every form refuses what it must not take, field by field, and changes nothing", async ({
  browser,
}) => {
  test.setTimeout(400_000);
  const before = await snapshot(served.databaseUrl);
  const faults: string[] = [];
  const seen = new Set<string>();
  let sent = 0;
  for (const [who, paths] of Object.entries(PAGES)) {
    const page = await signedIn(browser, who);
    for (const path of paths.map(await addressesOf(page))) {
      const shown = await page.goto(path);
      expect(shown?.status(), `${path} as ${who}`).toBeLessThan(400);
      for (const found of await formsOn(page)) {
        const form = { ...found, page: path };
        const key = `${new URL(form.action).pathname.replace(/\d+/g, "N")} ${form.fields.map((f) => f.name)}`;
        if (HARMLESS.test(new URL(form.action).pathname) || seen.has(key)) continue;
        seen.add(key);
        const good: Values = Object.fromEntries(
          form.fields.filter((f) => f.kind !== "checkbox").map((f) => [f.name, f.value]),
        );
        for (const field of form.fields)
          for (const value of wrongValues(field)) {
            if (FINE[field.name]?.(path, value)) continue;
            sent++;
            const what = `${field.name}=${JSON.stringify(value).slice(0, 30)}`;
            faults.push(...(await send(page.request, form, { ...good, [field.name]: value }, what)));
          }
        const more: [string, Values][] = [
          ["a field that is none of its own", { ...good, is_admin: "on", company_id: "2", role: "super" }],
          ["a megabyte", { ...good, [form.fields[0]?.name ?? "x"]: "x".repeat(1024 * 1024) }],
        ];
        for (const [what, values] of more) faults.push(...(await send(page.request, form, values, what)));
      }
    }
    await page.context().close();
  }
  expect(faults).toEqual([]);
  expect(seen.size).toBeGreaterThan(20);
  expect(sent).toBeGreaterThan(300);
  expect(await snapshot(served.databaseUrl)).toEqual(before);
});

test("@script every form refuses a body that is no form, in whatever clothes it comes", async ({
  browser,
}) => {
  const before = await snapshot(served.databaseUrl);
  const pages = { manager: await signedIn(browser, "manager"), nobody: await signedIn(browser, "nobody") };
  const addressOf = await addressesOf(pages.manager);
  const bodies: [string, string, string | Buffer][] = [
    ["JSON", "application/json", '{"version": 2}'],
    ["plain text", "text/plain", "version=2"],
    ["no kind at all", "", "version=2"],
    ["parts without a boundary", "multipart/form-data", "--x"],
    [
      "parts that never end",
      "multipart/form-data; boundary=x",
      "--x\r\nContent-Disposition: form-data; name=a\r\n\r\n1",
    ],
    ["parts that are none", "multipart/form-data; boundary=x", "nothing of the kind"],
    ["broken escapes", "application/x-www-form-urlencoded", "content=%ff%fe%zz&version=%E0%A4"],
    [
      "another encoding",
      "application/x-www-form-urlencoded; charset=utf-16",
      Buffer.from("content=x", "utf16le"),
    ],
    ["the same name many times", "application/x-www-form-urlencoded", "version=2&".repeat(10_000)],
  ];
  const faults: string[] = [];
  for (const path of [
    "{available}",
    "{available}/claim",
    "{available}/edit/ticket",
    "/trip-tickets/new",
    "/company/api-keys",
    "/company/invite",
    "/company/certifications/new",
    "/company/certifications/groups/new",
    "/company/certifications/requests/new",
    "/login",
    "/signup",
    "{available}/comments",
    "{available}/photos",
    "/profile",
  ])
    for (const [what, type, data] of bodies) {
      const page = pages[/^\/(login|signup)/.test(path) ? "nobody" : "manager"];
      const answer = await page.request.fetch(addressOf(path), {
        method: "POST",
        headers: type ? { "Content-Type": type } : {},
        data,
        maxRedirects: 0,
      });
      const status = answer.status();
      if (status < 400 || status >= 500) faults.push(`${path} ${what}: ${status}`);
    }
  expect(faults).toEqual([]);
  expect(await snapshot(served.databaseUrl)).toEqual(before);
  for (const page of Object.values(pages)) await page.context().close();
});
