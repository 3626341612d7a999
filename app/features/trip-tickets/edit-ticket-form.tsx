import { Conflict } from "~/ui/conflict";
import { ErrorSummary, type FieldState, SelectField, TextField } from "~/ui/field";
import { Notice } from "~/ui/parts";
import { sentFields } from "~/ui/sent-fields";
import { VersionField } from "~/ui/version-field";
import { paths } from "~/web/paths";
import type { FormReply } from "~/web/respond.server";
import { conflictRows } from "./conflict-rows";
import type { getEditPage } from "./edit-page.server";

type Page = Awaited<ReturnType<typeof getEditPage.run>>;
type Field = Page["fields"][number];

/**
 * A box's form. Typed values stay in it whatever the answer was; if someone else saved first, the saved values are
 * shown next to the typed ones, and sending again overwrites them.
 */
export function EditTicketForm({
  page,
  result,
  submissionId,
}: {
  page: Page;
  result?: FormReply;
  submissionId: string;
}) {
  const typed = sentFields(result);
  const errors = result?.reply.error ?? {};
  const standsIn = (field: Field) => {
    const value = typed[field.name];
    return result ? (typeof value === "string" ? value : "") : field.value;
  };
  const states = page.fields.map((field): FieldState & { field: Field } => ({
    field,
    id: field.name,
    name: field.name,
    defaultValue: standsIn(field),
    errors: errors[field.name] ?? undefined,
  }));
  const odd = errors.save_anyway ?? [];
  const rows = result?.conflict ? conflictRows(page, typed) : [];
  return (
    <form method="post" className="stack loose" data-scale="" data-keep-unsent="">
      {result?.conflict ? (
        <Conflict
          rows={rows}
          by={page.last_change ?? result.saved_by}
          href={paths.ticket(page.id)}
          what="the ticket"
        />
      ) : (
        <ErrorSummary formErrors={errors[""] ?? undefined} fields={states} />
      )}
      {odd.length ? (
        <Notice tone="warn" title="Check this before you save">
          <ul>
            {odd.map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        </Notice>
      ) : null}
      <VersionField of={page.version} result={result} />
      <input type="hidden" name="submission_id" value={submissionId} />
      <div className="fields">
        {states.map((state) => (
          <OneField key={state.name} state={state} zone={page.zone} />
        ))}
      </div>
      <p data-syncing hidden role="status">
        Saving…
      </p>
      <div className="row">
        <button type="submit" className="button primary">
          {result?.conflict ? "Keep mine" : "Save"}
        </button>{" "}
        {odd.length ? (
          <button type="submit" className="button" name="save_anyway" value="on">
            Save anyway
          </button>
        ) : null}{" "}
        <a href={paths.ticket(page.id)} className={result?.conflict ? "button" : undefined}>
          {result?.conflict ? "Keep theirs" : "Back to ticket"}
        </a>
      </div>
    </form>
  );
}

function OneField({ state, zone }: { state: FieldState & { field: Field }; zone: string }) {
  const { field, ...rest } = state;
  const common = { field: rest, label: field.label, hint: field.hint };
  if (field.choices) return <SelectField {...common} options={field.choices} />;
  if (field.kind === "instant") return <TextField {...common} type="datetime-local" hint={zone} />;
  const inputMode =
    field.kind === "pounds"
      ? "numeric"
      : field.kind === "volume" || field.kind === "coordinate"
        ? "decimal"
        : undefined;
  return <TextField {...common} unit={field.unit} attributes={{ inputMode, autoComplete: "off" }} />;
}
