import { ErrorSummary, type FieldState, SelectField, TextField } from "~/ui/field";
import { Notice } from "~/ui/parts";
import { paths } from "~/web/paths";
import type { FormReply } from "~/web/respond.server";
import type { getEditPage } from "./edit-page.server";

type Page = Awaited<ReturnType<typeof getEditPage.run>>;
type Field = Page["fields"][number];

/**
 * A box's form. What was typed stands in it whatever the answer was; where somebody else saved first, what is
 * saved now stands beside what was typed, and sending again says: mine.
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
  const typed = (result?.reply.initialValue ?? {}) as Record<string, unknown>;
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
  const version = result?.conflict ? Number(result.conflict.version) : page.version;
  return (
    <form method="post" className="stack loose">
      {result?.conflict ? (
        <Conflict states={states} saved={result.conflict} ticketId={page.id} />
      ) : (
        <ErrorSummary formErrors={errors[""] ?? undefined} fields={states} />
      )}
      <input type="hidden" name="version" value={version + 1} />
      <input type="hidden" name="submission_id" value={submissionId} />
      <div className="fields">
        {states.map((state) => (
          <OneField key={state.name} state={state} zone={page.zone} />
        ))}
      </div>
      <div className="row">
        <button type="submit" className="button primary">
          {result?.conflict ? "Save mine" : "Save"}
        </button>{" "}
        <a href={paths.ticket(page.id)}>{result?.conflict ? "Keep what is saved" : "Back to the ticket"}</a>
      </div>
    </form>
  );
}

function OneField({ state, zone }: { state: FieldState & { field: Field }; zone: string }) {
  const { field, ...rest } = state;
  const common = { field: rest, label: field.label, hint: field.hint };
  if (field.choices) return <SelectField {...common} options={field.choices} />;
  if (field.kind === "instant") return <TextField {...common} type="datetime-local" hint={`In ${zone}`} />;
  const inputMode =
    field.kind === "pounds"
      ? "numeric"
      : field.kind === "volume" || field.kind === "coordinate"
        ? "decimal"
        : undefined;
  return <TextField {...common} unit={field.unit} attributes={{ inputMode, autoComplete: "off" }} />;
}

/** Typed beside saved, field by field. */
function Conflict({
  states,
  saved,
  ticketId,
}: {
  states: (FieldState & { field: Field })[];
  saved: Record<string, unknown>;
  ticketId: number;
}) {
  const words = ({ field, defaultValue }: FieldState & { field: Field }) =>
    field.choices?.find((c) => c.value === defaultValue)?.label ?? (defaultValue || "—");
  return (
    <Notice tone="danger" title="Somebody saved a change while you were editing">
      <p>Nothing of yours is lost. Compare, change what you want, and save yours; or keep what is saved.</p>
      <div className="tablewrap">
        <table className="compare">
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">You typed</th>
              <th scope="col">Saved now</th>
            </tr>
          </thead>
          <tbody>
            {states.map((state) => (
              <tr key={state.name}>
                <th scope="row">{state.field.label}</th>
                <td>{words(state)}</td>
                <td>
                  {String(saved[state.field.said] ?? "—")
                    .replace(/:\d\d\.\d+Z$/, " UTC")
                    .replace("T", " ")}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p>
        <a href={paths.ticket(ticketId)}>See the ticket as it is now</a>
      </p>
    </Notice>
  );
}
