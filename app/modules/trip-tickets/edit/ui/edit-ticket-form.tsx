import type { ReactNode } from "react";
import { formatZone } from "~/lib/time/time";
import { ActionForm } from "~/ui/action-form";
import { type FieldState, SelectField, TextField } from "~/ui/field";
import { InputWarnings, SaveAnywayButton } from "~/ui/odd-notice";
import { createMergedValues, ShownValues } from "~/ui/shown-values";
import type { FormReply } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import type { getEditPage } from "../data/edit-page.server";
import { createConflictRows } from "../rules/conflict-rows";

type Page = Awaited<ReturnType<typeof getEditPage.run>>;
type Field = Page["fields"][number];

/**
 * Form of one box. It keeps the typed values whatever the response. If another user saved first, the saved values are
 * shown next to the typed ones, and sending the form again overwrites the saved ones.
 */
export function EditTicketForm({
  page,
  result,
  submissionId,
  button = "Save",
  children,
}: {
  page: Omit<Page, "title">;
  result?: FormReply;
  submissionId: string;
  button?: string;
  /** Questions shown before the fields. */
  children?: ReactNode;
}) {
  const errors = result?.reply.error ?? {};
  const saved = Object.fromEntries(page.fields.map(({ name, value }) => [name, value]));
  const getValue = createMergedValues(result, saved);
  const states = page.fields.map((field): FieldState & { field: Field } => ({
    field,
    id: field.name,
    name: field.name,
    defaultValue: getValue(field.name),
    errors: errors[field.name] ?? undefined,
  }));
  const odd = errors.save_anyway ?? [];
  const merged = Object.fromEntries(page.fields.map(({ name }) => [name, getValue(name)]));
  const rows = result?.conflict ? createConflictRows(page, merged) : [];
  return (
    <ActionForm
      result={result}
      submissionId={submissionId}
      version={page.version}
      loose
      data-scale=""
      data-keep-unsent=""
      fields={states}
      conflict={{
        rows,
        by: page.last_change,
        href: paths.ticket(page.id),
        what: "the ticket",
        mine: "Keep mine",
        theirs: "Keep theirs",
      }}
      notice={<InputWarnings words={odd} />}
      saving
      button={button}
      other={odd.length ? <SaveAnywayButton /> : null}
      back={{ href: paths.ticket(page.id), label: "Back to ticket" }}
    >
      <ShownValues of={saved} result={result} />
      {children}
      <div className="fields two">
        {states.map((state) => (
          <OneField key={state.name} state={state} />
        ))}
      </div>
    </ActionForm>
  );
}

function OneField({ state }: { state: FieldState & { field: Field } }) {
  const { field, ...rest } = state;
  const common = { field: rest, label: field.label, hint: field.hint };
  if (field.choices) return <SelectField {...common} options={field.choices} />;
  if (field.kind === "instant")
    return (
      <TextField {...common} type="datetime-local" hint={field.zone ? formatZone(field.zone) : undefined} />
    );
  const inputMode =
    field.kind === "pounds"
      ? "numeric"
      : field.kind === "volume" || field.kind === "coordinate"
        ? "decimal"
        : undefined;
  return <TextField {...common} unit={field.unit} attributes={{ inputMode, autoComplete: "off" }} />;
}
