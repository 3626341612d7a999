import { ActionForm } from "~/ui/action-form";
import { SelectField, TextField } from "~/ui/field";
import { Notice } from "~/ui/parts";
import { getSentTexts } from "~/ui/sent-fields";
import type { FormReply } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import type { getImportRow } from "../data/rows.server";

type Row = Awaited<ReturnType<typeof getImportRow.run>>;

const ASSUMED = {
  noon: "This row has no time of delivery. We use 12:00 noon of its day unless you type one.",
  loaded: "This row has no time of delivery. We use the time it was loaded unless you type one.",
};

/** Form to edit one row by field; the row's job offers choices for names. */
export function RowForm(props: { row: Row; result?: FormReply; submissionId: string }) {
  const { row, result } = props;
  const errors = result?.reply.error ?? {};
  const before = result && getSentTexts(result);
  const field = (name: string, saved: string) => ({
    id: name,
    name,
    defaultValue: before ? before[name] : saved,
    errors: errors[name] ?? undefined,
  });
  const names = new Map(Object.entries(row.names).filter(([, list]) => list.length > 0));
  return (
    <div className="narrow stack">
      <h2>Row {row.line}</h2>
      {row.problem ? (
        <Notice tone="warn" title="Why it can't be saved yet">
          <p>{row.problem}</p>
        </Notice>
      ) : null}
      {row.assumed ? <p className="soft">{ASSUMED[row.assumed]}</p> : null}
      <ActionForm
        action={row.next ? `${paths.importRow(row.id, row.line)}?next=${row.next}` : undefined}
        loose
        result={result}
        submissionId={props.submissionId}
        fields={row.fields.map((f) => field(f.field, row.words[f.field]))}
        button={row.next ? "Save and fix the next" : "Save"}
        back={{ href: paths.import(row.id), label: "All rows" }}
        foot={
          <details>
            <summary>The row as it was sent</summary>
            <dl className="facts">
              {row.cells.map(({ heading, cell }) => (
                <div key={heading}>
                  <dt>{heading}</dt> <dd>{cell}</dd>
                </div>
              ))}
            </dl>
          </details>
        }
      >
        <div className="mapping">
          {row.fields.map((f) => (
            <TextField
              key={f.field}
              field={field(f.field, row.words[f.field])}
              label={f.label}
              required={false}
              attributes={{
                autoComplete: "off",
                maxLength: 200,
                list: names.has(f.field) ? `names-${f.field}` : undefined,
              }}
            />
          ))}
        </div>
        {[...names].map(([name, list]) => (
          <datalist key={name} id={`names-${name}`}>
            {list.map((item) => (
              <option key={item} value={item} />
            ))}
          </datalist>
        ))}
        <SelectField
          field={field("as", row.as)}
          label="What to do with it"
          options={[
            { value: "open", label: "Save it if nothing looks wrong" },
            { value: "sure", label: "It's right: save it even if it looks odd or like a duplicate" },
            { value: "left_out", label: "Leave it out" },
          ]}
        />
      </ActionForm>
    </div>
  );
}
