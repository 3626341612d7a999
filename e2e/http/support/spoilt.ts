import { expect } from "vitest";
import type { Answer, Caller } from "./caller";
import { type Form, listForms } from "./forms";
import { findElements, getElementText, parseHtml } from "./html";

/**
 * Tests of forms that are sent as their page would send them, with one invalid value: the response must show the
 * field's message and the typed values.
 */
export type Values = Record<string, string>;
/** Return a page's form, and its values with the test's values filled in. */
export async function loadForm(
  person: Caller,
  path: string,
  good: Values,
): Promise<{ form: Form; values: Values }> {
  const page = await person.get(path);
  expect([path, page.status]).toEqual([path, 200]);
  const names = Object.keys(good);
  const form = listForms(page).find(({ fields }) =>
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
  findElements(
    parseHtml(answer.text),
    (e) =>
      ["input", "select", "textarea"].includes(e.name) &&
      e.attributes.name === name &&
      e.attributes.type !== "hidden",
  )[0];

/** Return the message next to a field. */
export function getFieldMessage(answer: Answer, name: string): string {
  const field = fieldOf(answer, name);
  const ids = (field?.attributes["aria-describedby"] ?? "").split(" ");
  const elements = findElements(parseHtml(answer.text), (e) => ids.includes(e.attributes.id ?? ""));
  return `${field?.attributes["aria-invalid"] === "true" ? "" : "not marked: "}${elements.map(getElementText).join(" ")}`;
}
export function getTypedValue(answer: Answer, name: string): string {
  const field = fieldOf(answer, name);
  if (field?.name === "textarea") return getElementText(field).trim();
  if (field?.name !== "select") return field?.attributes.value ?? "nothing";
  const options = findElements(field, (e) => e.name === "option");
  return (
    options.find((o) => o.attributes.selected !== undefined)?.attributes.value ??
    options[0]?.attributes.value ??
    ""
  );
}

/** A select can show only values that are among its options. */
const isOffered = (answer: Answer, name: string, value: string): boolean => {
  const field = fieldOf(answer, name);
  return (
    field?.name !== "select" ||
    findElements(field, (e) => e.name === "option").some((o) => o.attributes.value === value)
  );
};

/** List the faults in the response to a form in which one field has an invalid value. */
export async function findFormFaults(
  person: Caller,
  path: string,
  good: Values,
  wrong: WrongEntry,
): Promise<string[]> {
  const { form, values } = await loadForm(person, path, good);
  const [name, typed, words, beside = name] = wrong;
  const what = `${path} ${name}=${typed.slice(0, 20)}`;
  const answer = await person.ask(form.action, { form: { ...values, [name]: typed } });
  if (answer.status !== 422) return [`${what}: ${answer.status}`];
  const message = getFieldMessage(answer, beside);
  const matches = Object.entries({ ...good, [name]: typed }).filter(
    ([field, value]) =>
      value.length < 1000 &&
      isOffered(answer, field, value) &&
      getTypedValue(answer, field).trim() !== value.trim(),
  );
  return [
    ...(words.test(message) && !message.startsWith("not marked") ? [] : [`${what}: says "${message}"`]),
    ...matches.map(
      ([field, value]) => `${what}: ${field} was ${value}, and is ${getTypedValue(answer, field)}`,
    ),
  ];
}

/** Field, typed value, expected message, and the field that shows the message if it isn't the first one. */
export type WrongEntry = [name: string, typed: string, words: RegExp, beside?: string];
