import { typedKeys } from "~/lib/object/records";
import { ActionForm } from "~/ui/action-form";
import { formatDayValue } from "~/ui/compare";
import { OTHER_WINDOW_AUTHOR } from "~/ui/conflict";
import { createFieldStateGetter } from "~/ui/employee-form";
import { SelectField, TextField } from "~/ui/field";
import { PageHead } from "~/ui/parts";
import type { FormReply } from "~/web/form-action.server";
import type { getOverview } from "../data/overview.server";
import { useStepHrefs } from "./step-hrefs";

type Overview = Awaited<ReturnType<typeof getOverview.run>>;
const LABELS = {
  name: "Name",
  contract_number: "Contract number",
  start_date: "Start date",
  end_date: "End date",
  request_user_company_id: "Requesting company",
  us_state_id: "State",
  us_county_id: "County",
  plss_meridian_code: "Principal meridian",
  township: "Township",
  range: "Range",
  section: "Section",
  coordinates: "Pin",
} as const;
type Name = keyof typeof LABELS;
const NAMES = typedKeys(LABELS);

/** First step: the job's name, dates, company and land, and the land's location. */
export function OverviewPage({
  page,
  result,
  submissionId,
}: {
  page: Overview;
  result?: FormReply;
  submissionId: string;
}) {
  const { values, states, counties, meridians, land } = page;
  const { hrefOf } = useStepHrefs();
  const reply = result?.reply;
  const field = createFieldStateGetter(reply, values);
  const _conflict = result?.conflict;
  return (
    <div className="narrow">
      <PageHead title="Create a job" lede="The job's name, dates and land." />
      <ActionForm
        loose
        data-keep-draft
        asksAnyway
        result={result}
        submissionId={submissionId}
        version={page.version - 1}
        fields={NAMES.map((name) => field(name))}
        conflict={{
          fields: NAMES.map((name) => ({
            name,
            label: LABELS[name],
            words: (value: unknown) => wordsOf(page, name, value),
          })),
          href: hrefOf("/jobs/create/overview"),
          what: "the overview",
          by: OTHER_WINDOW_AUTHOR,
          mine: "Next",
        }}
        button="Next"
        intent="next"
        other={
          <button type="submit" className="button" name="intent" value="later" formNoValidate>
            Save and continue later
          </button>
        }
      >
        {/* Hidden first button, so that Enter in a field means Next instead of another button. */}
        <button type="submit" hidden name="intent" value="next">
          Next
        </button>
        <section className="stack card">
          <h2>The job</h2>
          <TextField field={field("name")} label={LABELS.name} attributes={{ maxLength: 120 }} />
          <TextField
            field={field("contract_number")}
            label={LABELS.contract_number}
            required={false}
            attributes={{ maxLength: 60 }}
          />
          <div className="fields two">
            <TextField field={field("start_date")} label={LABELS.start_date} type="date" />
            <TextField field={field("end_date")} label={LABELS.end_date} type="date" required={false} />
          </div>
          {page.requesters.length > 1 ? (
            <SelectField
              field={field("request_user_company_id")}
              label={LABELS.request_user_company_id}
              hint="Changing the company clears destinations, land owner and rates, because they belong to it."
              options={page.requesters.map((c) => ({ value: c.id, label: c.name }))}
            />
          ) : null}
        </section>
        <section className="stack card" aria-label="The land owner">
          <h2>The land owner</h2>
          <Side page={page} side="land-owner" label="Land owner" />
          <Side page={page} side="authorizee" label="Consulting forester (authorizee)" />
        </section>
        <section className="stack card">
          <h2>The land</h2>
          <SelectField
            field={field("us_state_id")}
            label={LABELS.us_state_id}
            options={states.map((s) => ({ value: s.id, label: s.name }))}
            empty="Choose a state"
            none="No state matches"
          />
          <p>
            <button type="submit" className="button" name="intent" value="counties" formNoValidate>
              Show counties
            </button>
          </p>
          <SelectField
            field={field("us_county_id")}
            label={LABELS.us_county_id}
            hint={counties.length ? undefined : "Choose the state first, then show its counties."}
            options={counties.map((c) => ({ value: c.id, label: c.name }))}
            empty="Choose a county"
            none="No county matches"
          />
          {meridians.length ? (
            <SelectField
              field={field("plss_meridian_code")}
              label={LABELS.plss_meridian_code}
              hint="The line that townships and ranges are counted from."
              options={meridians.map((m) => ({ value: m.code, label: m.name }))}
              empty="Choose a meridian"
            />
          ) : null}
          <Land field={field} land={land} />
          {land.plss ? (
            <p>
              <button type="submit" className="button" name="intent" value="townships" formNoValidate>
                Find the township on the map
              </button>
            </p>
          ) : null}
        </section>
        <p className="soft small" role="status" data-said hidden />
      </ActionForm>
    </div>
  );
}

type Field = ReturnType<typeof createFieldStateGetter>;

/** Township, range and section, or a free land description in states without a Public Land Survey. */
function Land({ field, land }: { field: Field; land: Overview["land"] }) {
  if (!land.plss)
    return (
      <div className="stack">
        <p className="hint">{land.label}, as on the deed. Fill in what you know.</p>
        <div className="fields two">
          <TextField
            field={field("township")}
            label={land.label}
            required={false}
            attributes={{ maxLength: 60 }}
          />
          <TextField
            field={field("section")}
            label="Lot or parcel"
            required={false}
            attributes={{ maxLength: 60 }}
          />
        </div>
      </div>
    );
  return (
    <>
      <div className="fields two">
        <TextField
          field={field("township")}
          label="Township"
          hint="Like T27N"
          attributes={{ maxLength: 60 }}
        />
        <TextField field={field("range")} label="Range" hint="Like R2W" attributes={{ maxLength: 60 }} />
        <TextField field={field("section")} label="Section" hint="Like 28" attributes={{ maxLength: 60 }} />
      </div>
      <TextField
        field={field("coordinates")}
        label={LABELS.coordinates}
        required={false}
        hint="Coordinates, like 44.6614, -84.7148. Leave township, range and section empty to take them from the pin; check them against the deed."
        attributes={{ maxLength: 200, autoComplete: "off" }}
      />
      <button type="submit" className="button" name="intent" value="pin" formNoValidate>
        Find it on a map
      </button>
    </>
  );
}

function Side({ page, side, label }: { page: Overview; side: "land-owner" | "authorizee"; label: string }) {
  const chosen = side === "land-owner" ? page.land_owner : page.authorizee;
  return (
    <div className="row between">
      <span>
        <strong className="block">{label}</strong>{" "}
        <span className={chosen ? undefined : "soft"}>{chosen?.name ?? "No one yet (optional)"}</span>
      </span>
      <button type="submit" className="button" name="intent" value={side} formNoValidate>
        {chosen ? "Change" : "Choose"}
        <span className="sr"> the {label.toLowerCase()}</span>
      </button>
    </div>
  );
}

/** Format a value as text, with names instead of ids. */
function wordsOf(page: Overview, name: Name, value: unknown): string {
  const text = value === null || value === undefined ? "" : String(value);
  const named = (list: { id: number | string; name: string }[]) =>
    list.find((row) => String(row.id) === text)?.name ?? text;
  if (name === "start_date" || name === "end_date") return formatDayValue(text);
  if (name === "us_state_id") return named(page.states);
  if (name === "us_county_id") return named(page.counties);
  if (name === "request_user_company_id") return named(page.requesters);
  if (name === "plss_meridian_code") return named(page.meridians.map((m) => ({ id: m.code, name: m.name })));
  return text;
}
