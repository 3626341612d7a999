import type { Answer, Caller } from "./caller";
import { type Element, findElements, getElementText, parseHtml } from "./html";

export type Field = {
  name: string;
  kind: string;
  value: string;
  required: boolean;
  maxLength: number;
  options: string[] | null;
};
/** A form as read from its page. */
export type Form = { page: string; action: string; upload: boolean; intent: string; fields: Field[] };

/**
 * A text longer than any limit, but not longer than needed: it would lengthen each response that repeats it, and make
 * whole bodies exceed their limit.
 */
const LONG = "x".repeat(20_000);

const NO_IDS = ["not an id", "x".repeat(500), "a\u0000b"];
const NO_VERSIONS = ["1e9", "-1", "abc", "99", "1.5", "[]"];
/** Pick the given number of values, starting at a different one for each form. */
const inTurn = (values: string[], form: number, many: number) =>
  values.map((_, n) => values[(form * many + n) % values.length] ?? "").slice(0, many);

/**
 * List values that a field must refuse, according to its attributes. All forms share the same parsing code, which the
 * API tests cover with every value, so each form tests only a share of the values, chosen by its number.
 */
export function listInvalidFieldValues(
  { name, kind, required, maxLength, options }: Field,
  form: number,
): string[] {
  if (name === "submission_id") return inTurn(NO_IDS, form, 1);
  // Used only to display a conflict; an unreadable value means that no field was shown before.
  if (name === "shown_values") return [];
  if (name === "version") return inTurn(NO_VERSIONS, form, 2);
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

/** List a page's forms that change data. */
export const listForms = (page: Answer): Omit<Form, "page">[] =>
  findElements(
    parseHtml(page.text),
    (form) => form.name === "form" && /^post$/i.test(form.attributes.method ?? ""),
  ).map((form) => ({
    action: new URL(form.attributes.action ?? "", page.url).href,
    upload: form.attributes.enctype === "multipart/form-data",
    intent: buttons(form).find((button) => button.attributes.name === "intent")?.attributes.value ?? "",
    fields: fieldsOf(form),
  }));

const buttons = (form: Element) => findElements(form, (element) => element.name === "button");

/** Return a form's fields without buttons and image inputs, since a browser sends only the one that is pressed. */
const fieldsOf = (form: Element): Field[] =>
  findElements(
    form,
    ({ name, attributes }) => ["input", "select", "textarea"].includes(name) && !!attributes.name,
  )
    .filter(({ attributes }) => attributes.type !== "image")
    .map((field) => {
      const { name, type = "text", maxlength, required } = field.attributes;
      return {
        name: name ?? "",
        kind: field.name === "input" ? type : field.name,
        value: sentAs(field),
        required: required !== undefined,
        maxLength: maxlength === undefined ? -1 : Number(maxlength),
        options: field.name === "select" ? optionsOf(field).map(optionValue) : null,
      };
    });

const optionsOf = (select: Element) => findElements(select, (element) => element.name === "option");
const optionValue = (option: Element) => option.attributes.value ?? getElementText(option);

function sentAs(field: Element): string {
  if (field.name === "textarea") return getElementText(field);
  if (field.name === "input")
    return field.attributes.type === "checkbox" ? "" : (field.attributes.value ?? "");
  const options = optionsOf(field);
  const chosen = options.find((option) => option.attributes.selected !== undefined) ?? options[0];
  return chosen ? optionValue(chosen) : "";
}

/**
 * Return a function that replaces placeholder names in a path; a ticket placeholder becomes the newest ticket of that
 * status visible to this user.
 */
export async function preparePlaceholderPaths(person: Caller) {
  const one = async (status: number) => {
    const json = { trip_ticket_status_ids: [status], take: 1 };
    const answer = await person.ask("/api/trip-tickets/search", { json });
    if (answer.status !== 200) return "";
    const { trip_tickets } = JSON.parse(answer.text) as { trip_tickets: { trip_ticket: { id: number } }[] };
    return `/trip-tickets/${trip_tickets[0]?.trip_ticket.id}`;
  };
  const place = async (list: string, name: string) => {
    const answer = await person.get(`/api/company/1/${list}`);
    const id = new RegExp(`"${name}":\\[?\\{"id":(\\d+)`).exec(answer.text)?.[1];
    return `/company/${list}/${id}`;
  };
  const owner = async () => {
    const list = await person.get("/api/land-owners");
    return `/company/land-owners/${/"id":(\d+)/.exec(list.text)?.[1]}`;
  };
  // Two contacts with the same name at different companies, created by tests.
  const joinable = async () => {
    const { text } = await person.get("/admin/joins?q=Twin+Rivers");
    const [from, to] = [...text.matchAll(/from_id=(\d+)/g)].map(([, id]) => id);
    return `/admin/joins?from_id=${from}&to_id=${to}`;
  };
  const match: Record<string, string> = {
    type: await place("location-types", "company_location_types"),
    location: await place("locations", "company_location"),
    destination: await place("destinations", "company_destination"),
    owner: await owner(),
    contact:
      /href="(\/company\/contacts\/\d+)"/.exec((await person.get("/company/contacts")).text)?.[1] ?? "",
    joinable: await joinable(),
    available: await one(7),
    claimed: await one(1),
    completed: await one(3),
    ...(await peopleOf(person)),
  };
  return (path: string) => path.replace(/\{(\w+)\}/, (_, name: string) => match[name] ?? "");
}

/** Return a user who has not signed in yet, a crew that can be deleted, and a request to join, all from the people page. */
async function peopleOf(person: Caller): Promise<Record<string, string>> {
  const html = (await person.get("/company/people")).text;
  const link = (pattern: RegExp) => pattern.exec(html)?.[1] ?? "";
  return {
    waiting: link(/href="(\/company\/people\/\d+)\/link"/),
    crew: [...html.matchAll(/href="(\/company\/crews\/\d+)"/g)].at(-1)?.[1] ?? "",
    request: link(/href="(\/company\/requests\/\d+)"/),
  };
}
