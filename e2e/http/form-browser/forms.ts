import { type Doc, type El, getChosenOptions, type Upload } from "./dom";
import { getAccessibleName, isDisabled } from "./roles";

export type Entry = [name: string, value: string | Upload];
/** Data that a browser sends when a form is submitted. */
export type Submission = { method: "get" | "post"; action: string; upload: boolean; entries: Entry[] };

const CONTROLS = ["button", "input", "select", "textarea"];

/** Return a control's form: the one that its `form` attribute refers to, or else the one that contains it. */
export function getOwnerForm(doc: Doc, control: El): El | undefined {
  const named = control.attributes.form;
  if (named !== undefined) return doc.byId(named);
  return control.line.find(({ name }) => name === "form");
}

/** Controls of a form, wherever they are in the page. */
export const listControls = (doc: Doc, form: El): El[] =>
  doc.all.filter((element) => CONTROLS.includes(element.name) && getOwnerForm(doc, element) === form);

export const isSubmitControl = ({ name, type }: El): boolean =>
  (name === "button" && type === "submit") || (name === "input" && ["submit", "image"].includes(type));

/** Radio buttons of the same group. */
export const listRadioGroup = (doc: Doc, radio: El): El[] =>
  doc.all.filter(
    (element) =>
      element.type === "radio" &&
      element.name === "input" &&
      element.attributes.name === radio.attributes.name &&
      getOwnerForm(doc, element) === getOwnerForm(doc, radio),
  );

const EMAIL = /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)*$/i;

/** Reason why a browser would not submit a control's value, or null. */
function faultOf(doc: Doc, control: El): string | null {
  const { name, type, attributes, value } = control;
  if (isDisabled(control) || name === "button" || ["hidden", "submit", "image", "reset"].includes(type))
    return null;
  if ("readonly" in attributes && name !== "select") return null;
  if ("required" in attributes && isUnanswered(doc, control)) return "must be answered";
  if (!value || name === "select" || ["checkbox", "radio", "file"].includes(type)) return null;
  if (control.typed !== undefined && value.length < Number(attributes.minlength ?? 0)) return "is too short";
  if (name === "textarea") return null;
  if (attributes.pattern && !new RegExp(`^(?:${attributes.pattern})$`, "v").test(value))
    return `does not have the form ${attributes.pattern}`;
  if (type === "email" && !EMAIL.test(value)) return "is not an email address";
  if (type === "url" && !URL.canParse(value)) return "is not an address";
  return rangeFault(type, attributes, value);
}

function isUnanswered(doc: Doc, control: El): boolean {
  if (control.type === "radio" && control.name === "input")
    return !listRadioGroup(doc, control).some(({ on }) => on);
  if (control.type === "checkbox" && control.name === "input") return !control.on;
  if (control.type === "file" && control.name === "input") return !control.files.length;
  return !control.value;
}

function rangeFault(type: string, { min, max, step }: Record<string, string>, value: string) {
  if (type === "number") {
    const number = Number(value);
    if (min !== undefined && number < Number(min)) return `is less than ${min}`;
    if (max !== undefined && number > Number(max)) return `is more than ${max}`;
    const steps = (number - Number(min ?? 0)) / Number(step ?? 1);
    if (step !== "any" && Math.abs(steps - Math.round(steps)) > 1e-9) return `is no step of ${step ?? 1}`;
  } else if (["date", "time", "month", "datetime-local"].includes(type)) {
    if (min && value < min) return `is before ${min}`;
    if (max && value > max) return `is after ${max}`;
  }
  return null;
}

/** List all validation errors that a browser would report for a form. */
export const listFormErrors = (doc: Doc, form: El): string[] =>
  listControls(doc, form).flatMap((control) => {
    const fault = faultOf(doc, control);
    return fault ? [`"${getAccessibleName(doc, control) || control.attributes.name}" ${fault}`] : [];
  });

/** Build a form's submission for a pressed button; for an image button, include the clicked position. */
export function buildSubmission(doc: Doc, form: El, button?: El, target = { x: 0, y: 0 }): Submission {
  const said = (name: string) => button?.attributes[`form${name}`] ?? form.attributes[name];
  const entries = listControls(doc, form).flatMap((control): Entry[] =>
    isDisabled(control) || control.line.some(({ name }) => name === "datalist")
      ? []
      : entriesOf(control, button, target),
  );
  return {
    method: /^post$/i.test(said("method") ?? "") ? "post" : "get",
    action: said("action") ?? "",
    upload: said("enctype") === "multipart/form-data",
    // Line breaks are sent as CR LF, wherever the text was typed.
    entries: entries.map(([name, value]) => [lines(name), typeof value === "string" ? lines(value) : value]),
  };
}

const lines = (text: string) => text.replace(/\r\n|\r|\n/g, "\r\n");

function entriesOf(control: El, button: El | undefined, target: { x: number; y: number }): Entry[] {
  const { name, type, attributes, value } = control;
  const key = attributes.name;
  if (name === "input" && type === "image") {
    const dot = key ? `${key}.` : "";
    return control === button
      ? [
          [`${dot}x`, String(Math.round(target.x))],
          [`${dot}y`, String(Math.round(target.y))],
        ]
      : [];
  }
  if (!key) return [];
  if (name === "button" || (name === "input" && ["submit", "button", "reset"].includes(type)))
    return control === button ? [[key, value]] : [];
  if (name === "select")
    return getChosenOptions(control)
      .filter((option) => !isDisabled(option))
      .map((option) => [key, option.value]);
  if (name === "textarea") return [[key, value]];
  if (type === "checkbox" || type === "radio") return control.on ? [[key, value]] : [];
  if (type !== "file") return [[key, value]];
  const none = { name: "", mimeType: "application/octet-stream", buffer: Buffer.alloc(0) };
  return (control.files.length ? control.files : [none]).map((file) => [key, file]);
}

/** A form's values as a query string. */
export const encodeQuery = (entries: Entry[]): string =>
  new URLSearchParams(
    entries.map(([name, value]) => [name, typeof value === "string" ? value : value.name]),
  ).toString();

/** A form's values in multipart form, with the bytes of its files. */
export function encodeMultipart(entries: Entry[]): { type: string; body: Buffer } {
  const boundary = `----timbertally${Math.random().toString(36).slice(2)}`;
  const quoted = (text: string) =>
    text.replaceAll('"', "%22").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
  const pieces = entries.flatMap(([name, value]) => {
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"`;
    if (typeof value === "string") return [Buffer.from(`${head}\r\n\r\n${value}\r\n`)];
    return [
      Buffer.from(`${head}; filename="${quoted(value.name)}"\r\nContent-Type: ${value.mimeType}\r\n\r\n`),
      value.buffer,
      Buffer.from("\r\n"),
    ];
  });
  const body = Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]);
  return { type: `multipart/form-data; boundary=${boundary}`, body };
}
