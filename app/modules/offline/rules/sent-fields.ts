import { EDIT_SECTIONS, type EditField } from "~/modules/trip-tickets/rules/edit-boxes";
import { type QueuedForm, SYSTEM_FIELD_PATTERN } from "./kept-forms";

/** Labels of fields: a ticket's fields as on its own pages, and the fields of other forms that a device stores. */
const LABELS: ReadonlyMap<string, string> = new Map([
  ...Object.values(EDIT_SECTIONS).flatMap(({ fields }: { fields: readonly EditField[] }) =>
    fields.map(({ name, label }): [string, string] => [name, label]),
  ),
  ["content", "Comment"],
  ["caption", "Caption"],
  ["sheet_number", "Sheet"],
  ["number", "Number"],
  ["loads", "Loads"],
]);

const labelOf = (name: string) => {
  const words = name.replace(/_id$/, "").replaceAll("_", " ");
  return LABELS.get(name) ?? words.charAt(0).toUpperCase() + words.slice(1);
};

/** Content of a form's bytes: its id, the typed fields, and the names and sizes of its files. */
export type QueuedFormFields = {
  id: string;
  fields: [label: string, value: string, name: string][];
  files: string[];
};

/**
 * Parse the bytes of a form that would be sent, since the fields that a file lists next to the bytes could be forged.
 * Return null if the bytes can't be read as a form.
 */
export async function parseQueuedFormFields({
  body,
  type,
}: Pick<QueuedForm, "body" | "type">): Promise<QueuedFormFields | null> {
  const form = await new Response(body, { headers: { "Content-Type": type } }).formData().catch(() => null);
  if (!form) return null;
  const typed: QueuedFormFields = { id: "", fields: [], files: [] };
  for (const [name, value] of form) {
    if (typeof value !== "string")
      typed.files.push(
        `${value.name}, ${Math.max(1, Math.round(value.size / 1024)).toLocaleString("en-US")} KB`,
      );
    else if (name === "submission_id") typed.id = value;
    else if (value.trim() && !SYSTEM_FIELD_PATTERN.test(name))
      typed.fields.push([labelOf(name), value, name]);
  }
  return typed;
}
