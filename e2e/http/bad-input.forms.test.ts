import { beforeAll, expect, inject, test } from "vitest";
import { FORM_PAGES } from "../support/expectations";
import { ACCEPTED_ODD_VALUES, HARMLESS_FORM_PATHS } from "../support/kept";
import { advanceSetupToSorts } from "../support/setting-up";
import { LIBRARY_MESSAGES } from "./support/api-calls";
import { type Answer, type Caller, signInPerson } from "./support/caller";
import { type Form, listForms, listInvalidFieldValues, preparePlaceholderPaths } from "./support/forms";
import { takeSnapshot } from "./support/snapshot";

/**
 * Send every form of every page invalid values, one field at a time; pages are crawled as several users. Each response
 * must be 4xx with a message, never 5xx, and change no table row. Uses a separate server, so that nothing else writes.
 */
const served = inject("served");
beforeAll(async () => {
  // Create a land owner that can be edited; the demo's land owners are companies with users.
  const manager = await signInPerson(served.url, "manager");
  const contact = {
    contact_first_name: "Ada",
    contact_last_name: "Koski",
    contact_phone_number: "9065550177",
  };
  const answer = await manager.ask("/api/land-owners", { json: { name: "Koski Estate", ...contact } });
  expect(answer.status).toBe(201);
  // Create a hauler recorded by two companies, for the form that merges such records; the demo has none.
  for (const who of ["manager", "logger"]) {
    const twin = {
      name: "Twin Rivers Hauling",
      first_name: "Ole",
      last_name: "Berg",
      phone_number: "9065550178",
    };
    const json = { ...twin, roles: ["is_hauler"] };
    expect((await (await signInPerson(served.url, who)).ask("/api/contacts", { json })).status).toBe(201);
  }
});

type Values = Record<string, string>;
/** A field and values that it must refuse. */
type Spoilt = { name: string; isShown: boolean; values: string[] };

const post = (person: Caller, form: Form, values: Values): Promise<Answer> =>
  person.ask(form.action, form.upload ? { parts: values } : { form: values });

/** For fields that repeat in every row of a form and differ only by a number, return those of the first and last rows. */
function endsOfRows(fields: Form["fields"]): Form["fields"] {
  const column = ({ name }: Form["fields"][number]) => name.replace(/\d+/g, "N");
  const columns = fields.map(column);
  return fields.filter((_, i) => {
    const own = columns[i] ?? "";
    return columns.indexOf(own) === i || columns.lastIndexOf(own) === i;
  });
}

/** List the faults in the response to a form that must be refused; empty if there are none. */
function faultsOf(form: Form, { status, text }: Answer, what: string): string[] {
  const words = text.replace(/<[^>]+>/g, "").trim();
  const [raw] = LIBRARY_MESSAGES.exec(words) ?? [];
  if (raw) return [`${form.page} ${what}: says "${raw}"`];
  if (status >= 400 && status < 500 && words) return [];
  return [`${form.page} → ${new URL(form.action).pathname} ${what}: ${status} ${words.slice(0, 80)}`];
}

/** Send a form as its page would, and return the faults of the response, if any. */
const send = async (person: Caller, form: Form, values: Values, what: string): Promise<string[]> =>
  faultsOf(form, await post(person, form, values), what);

/** Return the names of fields marked as invalid in a response. */
const marked = ({ text }: Answer) =>
  new Set(
    [...text.matchAll(/<(?:input|select|textarea)\b[^>]*>/g)].flatMap(([tag]) =>
      / aria-invalid="true"/.test(tag) ? (/ name="([^"]*)"/.exec(tag)?.[1] ?? []) : [],
    ),
  );

/**
 * Send invalid values for each field. Loading pages takes most of the time, so the first values of all fields are sent
 * together, then the second values. A field that the response marks was refused by its own rule, since each rule checks
 * only its own field. An unmarked field is sent again alone, and must then be refused.
 */
async function spoil(person: Caller, form: Form, good: Values, spoilt: Spoilt[]) {
  const faults: string[] = [];
  const of = ({ name, values }: Spoilt) => values.map((value): [string, string] => [name, value]);
  // Hidden fields can't be marked as invalid.
  const alone = spoilt.filter(({ isShown }) => !isShown).flatMap(of);
  let together = 0;
  const told = (name: string, value: string) => `${name}=${JSON.stringify(value.slice(0, 30))}`;
  const shown = spoilt.filter(({ isShown }) => isShown);
  for (let turn = 0; shown.some(({ values }) => turn < values.length); turn++) {
    const now = shown.flatMap((field) => of(field).slice(turn, turn + 1));
    if (now.length < 3) {
      alone.push(...now);
      continue;
    }
    const answer = await post(person, form, { ...good, ...Object.fromEntries(now) });
    faults.push(...faultsOf(form, answer, now.map(([name, value]) => told(name, value)).join(" ")));
    const wrong = answer.status === 422 ? marked(answer) : new Set();
    together += now.filter(([name]) => wrong.has(name)).length;
    alone.push(...now.filter(([name]) => !wrong.has(name)));
  }
  for (const [name, value] of alone)
    faults.push(...(await send(person, form, { ...good, [name]: value }, told(name, value))));
  return { faults, alone: alone.length, together };
}

/**
 * Check that a form shown again after a mistake keeps the version that was sent, so that the next submit detects
 * another user's save instead of overwriting it. Null if the response isn't 422, or if the form can't be tested this
 * way.
 */
async function keepsVersion(person: Caller, form: Form, good: Values): Promise<boolean | null> {
  const field = form.fields.find((f) => f.kind === "text" || f.kind === "textarea");
  if (!field || !good.version || form.upload) return null;
  const version = String(Number(good.version) + 41);
  const answer = await post(person, form, {
    ...good,
    ...(form.intent ? { intent: form.intent } : {}),
    version,
    [field.name]: "a\u0000b",
  });
  if (answer.status !== 422) return null;
  return answer.text.includes(`name="version" value="${version}"`);
}

test("every form refuses invalid values in each field, and changes nothing", async () => {
  await advanceSetupToSorts(await signInPerson(served.url, "manager"));
  const before = await takeSnapshot(served.databaseUrl);
  const faults: string[] = [];
  const seen = new Set<string>();
  let [sent, together, kept] = [0, 0, 0];
  for (const [who, paths] of Object.entries(FORM_PAGES)) {
    const person = await signInPerson(served.url, who);
    for (const path of paths.map(await preparePlaceholderPaths(person))) {
      const shown = await person.get(path);
      expect(shown.status, `${path} as ${who}`).toBeLessThan(400);
      for (const shownForm of listForms(shown)) {
        const form = { ...shownForm, page: path };
        const key = `${new URL(form.action).pathname.replace(/\d+/g, "N")} ${form.fields.map((f) => f.name)}`;
        if (HARMLESS_FORM_PATHS.test(new URL(form.action).pathname) || seen.has(key)) continue;
        seen.add(key);
        const good: Values = Object.fromEntries(
          form.fields.filter((f) => f.kind !== "checkbox").map((f) => [f.name, f.value]),
        );
        const spoilt = endsOfRows(form.fields).map((field) => ({
          name: field.name,
          isShown: !["hidden", "file"].includes(field.kind),
          values: listInvalidFieldValues(field, seen.size).filter(
            (value) => !ACCEPTED_ODD_VALUES[field.name]?.(path, value),
          ),
        }));
        const match = await spoil(person, form, good, spoilt);
        faults.push(...match.faults);
        sent += match.alone + match.together;
        together += match.together;
        const keeps = await keepsVersion(person, form, good);
        if (keeps === false) faults.push(`${path} → ${form.action} comes back with another version`);
        if (keeps) kept++;
        const more: [string, Values][] = [
          ["a field that it doesn't have", { ...good, is_admin: "on", company_id: "2", role: "super" }],
          ["a megabyte", { ...good, [form.fields[0]?.name ?? "x"]: "x".repeat(1024 * 1024) }],
        ];
        for (const [what, values] of more) faults.push(...(await send(person, form, values, what)));
      }
    }
  }
  expect(faults).toEqual([]);
  expect(seen.size).toBeGreaterThan(20);
  expect(sent).toBeGreaterThan(300);
  expect(together).toBeGreaterThan(800);
  expect(kept).toBeGreaterThan(10);
  expect(await takeSnapshot(served.databaseUrl)).toEqual(before);
});

test("every form refuses a body that isn't a form, whatever its content type", async () => {
  const before = await takeSnapshot(served.databaseUrl);
  const people = {
    manager: await signInPerson(served.url, "manager"),
    nobody: await signInPerson(served.url, "nobody"),
  };
  const addressOf = await preparePlaceholderPaths(people.manager);
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
    ["parts that aren't parts", "multipart/form-data; boundary=x", "nothing of the kind"],
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
    for (const [what, type, bytes] of bodies) {
      const person = people[/^\/(login|signup)/.test(path) ? "nobody" : "manager"];
      const headers: Record<string, string> = type ? { "Content-Type": type } : {};
      const { status } = await person.ask(addressOf(path), { bytes, headers });
      if (status < 400 || status >= 500) faults.push(`${path} ${what}: ${status}`);
    }
  expect(faults).toEqual([]);
  expect(await takeSnapshot(served.databaseUrl)).toEqual(before);
});
