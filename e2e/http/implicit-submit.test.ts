import { expect, inject, test } from "vitest";
import { FORM_PAGES } from "../support/expectations";
import { type Answer, type Caller, createCaller, signInPerson } from "./support/caller";
import { preparePlaceholderPaths } from "./support/forms";
import { type Element, findElements, parseHtml } from "./support/html";

/** Enter in a field presses the form's first submit button, which must be the form's primary one. */
const TEXT = /^(text|email|tel|number|search|password|date|datetime-local|url)$/;
const takesEnter = ({ name, attributes }: Element) =>
  name === "input" && TEXT.test(attributes.type ?? "text") && attributes.disabled === undefined;
const submits = ({ name, attributes }: Element) =>
  (name === "button" && (attributes.type ?? "submit") === "submit") ||
  (name === "input" && /^(submit|image)$/.test(attributes.type ?? ""));
const isPrimary = ({ attributes }: Element) => /\b(primary|danger)\b/.test(attributes.class ?? "");
const sends = ({ attributes: { name = "", value = "" } }: Element) => `${name}=${value}`;

/** Check whether a form has a search box; there Enter presses the search button, which comes first. */
const searches = ({ attributes }: Element) => attributes.name === "enter" || attributes.formmethod === "get";

/** Return the forms of a page in which Enter presses a button other than the primary one. */
function faultsOn({ text, url }: Answer): string[] {
  return findElements(parseHtml(text), ({ name }) => name === "form").flatMap((form) => {
    const buttons = findElements(form, submits);
    const [first] = buttons;
    const primary = buttons.find((b) => isPrimary(b)) ?? first;
    if (!first || !primary || searches(first) || findElements(form, takesEnter).length === 0) return [];
    const isSame =
      first === primary || (sends(first) === sends(primary) && first.attributes.hidden !== undefined);
    return isSame ? [] : [`${new URL(url).pathname}: ${sends(first)}, not ${sends(primary)}`];
  });
}

/** A user who has just founded a company and is on the page about their team. */
async function founder(): Promise<Caller> {
  const person = createCaller(inject("served").url);
  const account = { first_name: "Vera", last_name: "Aho", password: "norway pine and tamarack" };
  await person.ask("/signup", { form: { ...account, email: `enter-${Date.now()}@example.test` } });
  await person.ask("/onboarding/start", { form: {} });
  await person.ask("/onboarding/choose-company-perspective", { form: { roles: "is_hauler" } });
  const company = {
    name: `Aho Hauling ${Date.now()}`,
    contact_first_name: "Vera",
    contact_last_name: "Aho",
    contact_phone_number: "9065550119",
    roles: "is_hauler",
  };
  await person.ask("/onboarding/create-company", { form: company });
  return person;
}

test("Enter presses the primary button in every form of every page", async () => {
  const { url } = inject("served");
  const faults: string[] = [];
  let pages = 0;
  for (const [who, paths] of Object.entries(FORM_PAGES)) {
    const person = await signInPerson(url, who);
    for (const path of paths.map(await preparePlaceholderPaths(person))) {
      faults.push(...faultsOn(await person.get(path)));
      pages += 1;
    }
  }
  const team = await (await founder()).get("/onboarding/invite-team");
  expect([team.status, new URL(team.url).pathname]).toEqual([200, "/onboarding/invite-team"]);
  faults.push(...faultsOn(team));
  expect(pages).toBeGreaterThan(100);
  expect([...new Set(faults)]).toEqual([]);
});
