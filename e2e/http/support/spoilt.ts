import { expect } from "vitest";
import type { Answer, Caller } from "./caller";
import { type Form, formsOn } from "./forms";
import { elementsOf, parseHtml, textOf } from "./html";

/** Forms sent as their page would, with one thing wrong: checks the message next to the field, and typed values. */
export type Values = Record<string, string>;
/** Return a page's form with the page's values and those that a user would type. */
export async function formOf(
  person: Caller,
  path: string,
  good: Values,
): Promise<{ form: Form; values: Values }> {
  const page = await person.get(path);
  expect([path, page.status]).toEqual([path, 200]);
  const names = Object.keys(good);
  const form = formsOn(page).find(({ fields }) =>
    names.every((name) => fields.some((field) => field.name === name)),
  );
  if (!form) throw new Error(`${path} has no form with ${names.join(", ")}`);
  const boxes = ["checkbox", "radio"];
  const values = Object.fromEntries(
    form.fields.filter(({ kind }) => !boxes.includes(kind)).map(({ name, value }) => [name, value]),
  );
  return { form: { ...form, page: path }, values: { ...values, ...good } };
}

const fieldOf = (answer: Answer, name: string) =>
  elementsOf(
    parseHtml(answer.text),
    (e) =>
      ["input", "select", "textarea"].includes(e.name) &&
      e.attributes.name === name &&
      e.attributes.type !== "hidden",
  )[0];

/** Return the message next to a field. */
export function saidBeside(answer: Answer, name: string): string {
  const field = fieldOf(answer, name);
  const ids = (field?.attributes["aria-describedby"] ?? "").split(" ");
  const elements = elementsOf(parseHtml(answer.text), (e) => ids.includes(e.attributes.id ?? ""));
  return `${field?.attributes["aria-invalid"] === "true" ? "" : "not marked: "}${elements.map(textOf).join(" ")}`;
}
export function typedIn(answer: Answer, name: string): string {
  const field = fieldOf(answer, name);
  if (field?.name === "textarea") return textOf(field).trim();
  if (field?.name !== "select") return field?.attributes.value ?? "nothing";
  const options = elementsOf(field, (e) => e.name === "option");
  return (
    options.find((o) => o.attributes.selected !== undefined)?.attributes.value ??
    options[0]?.attributes.value ??
    ""
  );
}

/** A select shows only its own options. */
const isOffered = (answer: Answer, name: string, value: string): boolean => {
  const field = fieldOf(answer, name);
  return (
    field?.name !== "select" ||
    elementsOf(field, (e) => e.name === "option").some((o) => o.attributes.value === value)
  );
};

/** Return the faults in the response to a form in which one field has this value; empty if there are none. */
export async function faults(person: Caller, path: string, good: Values, wrong: Wrong): Promise<string[]> {
  const { form, values } = await formOf(person, path, good);
  const [name, typed, words, beside = name] = wrong;
  const what = `${path} ${name}=${typed.slice(0, 20)}`;
  const answer = await person.ask(form.action, { form: { ...values, [name]: typed } });
  if (answer.status !== 422) return [`${what}: ${answer.status}`];
  const message = saidBeside(answer, beside);
  const matches = Object.entries({ ...good, [name]: typed }).filter(
    ([field, value]) =>
      value.length < 1000 &&
      isOffered(answer, field, value) &&
      typedIn(answer, field).trim() !== value.trim(),
  );
  return [
    ...(words.test(message) && !message.startsWith("not marked") ? [] : [`${what}: says "${message}"`]),
    ...matches.map(([field, value]) => `${what}: ${field} was ${value}, and is ${typedIn(answer, field)}`),
  ];
}

/** Field, typed value, message, and the field that shows the message, if another one. */
export type Wrong = [name: string, typed: string, words: RegExp, beside?: string];
