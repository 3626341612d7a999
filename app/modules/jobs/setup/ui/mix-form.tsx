import { ActionForm } from "~/ui/action-form";
import type { FormReply } from "~/web/form-action.server";
import { SETUP_UNIT_OPTIONS } from "./setup-parts";
import type { SortsPageData } from "./sorts-page";
import { useStepHrefs } from "./step-hrefs";

const TICK = "Check at least one product that a destination accepts to continue.";

/**
 * Form of the mix: the products that each destination accepts, with their units, and the destination's miles and
 * required certificates.
 */
export function MixForm({
  page,
  path,
  none,
  result,
  submissionId,
}: {
  page: SortsPageData;
  path: string;
  none: boolean;
  result?: FormReply;
  submissionId: string;
}) {
  const { hrefOf } = useStepHrefs();
  const wrong = Object.values(result?.reply.error ?? {}).flatMap((e) => e ?? []);
  const nothing = !page.sections.some((s) => s.name === "product_mix" && s.next);
  return (
    <ActionForm
      loose
      data-needs-tick=".is_accepted"
      data-keep-draft={result?.conflict ? undefined : "step"}
      result={result}
      submissionId={submissionId}
      version={page.version - 1}
      formErrors={none && nothing && !result ? [TICK] : wrong}
      button={null}
    >
      {page.destinations.map((d, i) => (
        <Destination key={d.key} page={page} index={i} />
      ))}
      <div className="row">
        <button
          type="submit"
          className="button primary"
          name="intent"
          value="save-mix"
          aria-describedby="tick-first"
        >
          Next
        </button>{" "}
        <a className="button" href={hrefOf(`${path}?section=destinations`)}>
          Back
        </a>
      </div>
      <p className="soft small" id="tick-first">
        {TICK}
      </p>
      <p className="soft small" role="status" data-said hidden />
    </ActionForm>
  );
}

function Destination({ page, index }: { page: SortsPageData; index: number }) {
  const d = page.destinations[index];
  if (!d) return null;
  const instant = `destinations[${index}]`;
  return (
    <fieldset className="stack card mix">
      <legend>
        <h2>{d.name}</h2>
      </legend>
      <input type="hidden" name={`${instant}.destination`} value={d.key} />
      <ul className="lines">
        {d.mixes.map((m, j) => (
          <li key={m.key} className="row between">
            <label className="check">
              <input
                type="checkbox"
                name={`${instant}.product_mixes[${j}].is_accepted`}
                value="on"
                defaultChecked={m.is_accepted}
              />
              <span>{m.name}</span>
            </label>
            <input type="hidden" name={`${instant}.product_mixes[${j}].product`} value={m.key} />
            <select
              className="input short"
              name={`${instant}.product_mixes[${j}].wood_unit_type_id`}
              defaultValue={m.unit}
              aria-label={`Unit of ${m.name} at ${d.name}`}
            >
              {SETUP_UNIT_OPTIONS.map((o) => (
                <option key={o.value} value={o.value}>
                  {o.label}
                </option>
              ))}
            </select>
          </li>
        ))}
      </ul>
      <div className="field">
        <label htmlFor={`mileage-${index}`}>
          Road miles <span className="soft small">(optional; left empty they are estimated)</span>
        </label>
        <input
          className="input short"
          type="text"
          inputMode="decimal"
          id={`mileage-${index}`}
          name={`${instant}.mileage`}
          defaultValue={d.mileage ?? ""}
          maxLength={10}
        />
      </div>
      {page.certifications.length ? (
        <details className="menu" open={d.certifications.length > 0}>
          <summary>Certifications</summary>
          {page.certifications.map((c) => (
            <label key={c.id} className="check">
              <input
                type="checkbox"
                name={`${instant}.company_certification_ids`}
                value={c.id}
                defaultChecked={d.certifications.includes(c.id)}
              />
              <span>{c.name}</span>
            </label>
          ))}
        </details>
      ) : null}
    </fieldset>
  );
}
