import { createClient } from "@libsql/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DEMO_PASSWORD } from "../../app/modules/dashboard/rules/demo";
import { serveDemo } from "../../scripts/serve";
import { FORM_PAGES } from "../support/expectations";
import { HARMLESS_FORM_PATHS } from "../support/kept";
import { type Answer, type Caller, signInPerson } from "./support/caller";
import { listForms, preparePlaceholderPaths } from "./support/forms";

/** Uses a separate server, since the test repeatedly ages every session. */
let served: Awaited<ReturnType<typeof serveDemo>>;
beforeAll(async () => {
  served = await serveDemo({ RATE_LIMIT_SIGN_IN: "1000000" });
});
afterAll(() => served.stop());

/** Make the last password entry of every session days old. */
async function ageSessions() {
  const client = createClient({ url: served.databaseUrl });
  await client.execute("UPDATE session SET created_at = '2020-01-01T00:00:00.000Z'");
  client.close();
}

/** Addresses of the forms that require the password again, as found by crawling. */
const ASKING = [
  "/admin/companies/N/features",
  "/admin/companies/N/name",
  "/admin/companies/N/plan",
  "/admin/users/N/contacts",
  "/admin/users/N/disabling",
  "/admin/users/N/rights",
  "/admin/users/N/second-factor",
  "/company/api-keys",
  "/company/crews/N/deletion",
  "/company/crews/N/preset",
  "/company/invite",
  "/company/people/N",
  "/company/people/N/deletion",
  "/company/people/N/link",
  "/company/people/new",
  "/company/permissions",
  "/company/requests/N",
  "/settlements/closing",
  "/settlements/fuel/surcharges/N",
  "/settlements/fuel/surcharges/new",
  "/settlements/rules",
  "/settlements/settings",
];

type Values = Record<string, string>;
const valuesOf = ({ fields }: ReturnType<typeof listForms>[number]): Values =>
  Object.fromEntries(fields.map(({ name, value }) => [name, value]));
const carriedIn = (page: Answer) =>
  listForms(page)
    .map(valuesOf)
    .find(({ carried }) => carried)?.carried;
const signInAgain = (person: Caller, who: string, carried: string, password = DEMO_PASSWORD) =>
  person.ask("/login", { form: { login: `${who}@demo.test`, password, carried } });

test("after the password is confirmed, every form that required it shows the typed values, and the user stays signed in", async () => {
  const confirmed = new Set<string>();
  for (const [who, paths] of Object.entries(FORM_PAGES)) {
    if (who === "nobody") continue;
    const person = await signInPerson(served.url, who);
    for (const path of paths.map(await preparePlaceholderPaths(person)).filter(Boolean)) {
      for (const form of listForms(await person.get(path))) {
        const address = new URL(form.action).pathname;
        const name = address.replace(/\d+/g, "N");
        if (HARMLESS_FORM_PATHS.test(address) || confirmed.has(name)) continue;
        // An invalid submission id makes a form fail without changes if the form doesn't require the password.
        const typed: Values = { ...valuesOf(form), submission_id: "no id" };
        await ageSessions();
        const asking = await person.ask(form.action, form.upload ? { parts: typed } : { form: typed });
        if (asking.status !== 401) continue;
        expect(asking.text, address).toContain("Sign in again to change this");
        const carried = carriedIn(asking) ?? "";
        const wrong = await signInAgain(person, who, carried, "not the password");
        expect([address, wrong.status, carriedIn(wrong)]).toEqual([address, 422, carried]);
        const offered = await signInAgain(person, who, carried);
        expect([address, offered.status]).toEqual([address, 200]);
        const [again] = listForms(offered);
        expect(new URL(again?.action ?? "").pathname).toBe(address);
        expect(again && valuesOf(again)).toMatchObject(typed);
        expect([address, (await person.ask("/profile")).status]).toEqual([address, 200]);
        confirmed.add(name);
      }
    }
  }
  expect([...confirmed].sort()).toEqual(ASKING);
});

test("after the password is confirmed, adds the employee who was typed to the user's company", async () => {
  const person = await signInPerson(served.url, "manager");
  const page = "/company/people/new";
  const [form] = listForms(await person.get(page)).filter(({ action }) => new URL(action).pathname === page);
  if (!form) throw new Error("There is no form.");
  const typed = { ...valuesOf(form), first_name: "Reino", last_name: "Salo", phone_number: "9065550142" };
  await ageSessions();
  const carried = carriedIn(await person.ask(page, { form: typed })) ?? "";
  const [again] = listForms(await signInAgain(person, "manager", carried));
  const added = await person.ask(again?.action ?? "", { form: again ? valuesOf(again) : {}, follow: true });
  expect([added.status, (await person.read("/company/people")).includes("Reino Salo")]).toEqual([200, true]);
});

test("doesn't show a user's typed form to a different user who signs in on the password page", async () => {
  const person = await signInPerson(served.url, "manager");
  await ageSessions();
  const carried = carriedIn(await person.ask("/company/api-keys", { form: { name: "Scale" } })) ?? "";
  const other = await signInAgain(person, "hauler", carried);
  expect([other.status, other.text.includes("Send it now")]).toEqual([303, false]);
});
