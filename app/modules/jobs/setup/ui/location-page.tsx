import { FileForm } from "~/lib/files/file-form";
import { MAX_UPLOAD_MEGABYTES } from "~/lib/files/file-sizes";
import { LOCATION_METHODS } from "~/lib/geo/location";
import { LandMismatchNotice } from "~/modules/land/shared/other-land";
import type { AreasReport } from "~/modules/maps/rules/areas-report";
import { AreasReportNotice } from "~/modules/maps/shared/areas-report-notice";
import { LocationEditor } from "~/modules/maps/shared/location-editor";
import type { LocationEditorData } from "~/modules/maps/shared/location-editor.server";
import { ActionForm } from "~/ui/action-form";
import { OTHER_WINDOW_AUTHOR } from "~/ui/conflict";
import { ErrorSummary } from "~/ui/field";
import { Notice, PageHead } from "~/ui/parts";
import type { FormReply } from "~/web/form-action.server";
import type { getLocationStep } from "../data/location.server";
import { BackAndNext, EntryButton, StepUnavailable } from "./setup-parts";
import { useStepHrefs } from "./step-hrefs";

type Step = Awaited<ReturnType<typeof getLocationStep.run>>;
type Props = {
  page: Step;
  result?: FormReply;
  editor: LocationEditorData | null;
  submissionId: string;
  hint: string;
  accept: string;
  report: AreasReport | null;
};

const HINTS: Record<string, string> = {
  pin: "One place. Click it on the map or type its coordinates.",
  draw: "Draw the harvest areas, corner by corner.",
  pdf: "A plan map you already have.",
  import: "A zipped shapefile, GeoJSON, KML, KMZ or a walk as GPX.",
  skip: "You can add it later on the job's page.",
};

/** Page of the location step: first the method, then the location itself. Back from the method goes to state and county. */
export function LocationPage(props: Props) {
  const { hrefOf } = useStepHrefs();
  const { page, result } = props;
  if (page.first) return <StepUnavailable title="Location" first={page.first} />;
  const errors = result?.reply.error ?? {};
  const known = new Set(["coordinates", "areas", "job_map", "areas_file"]);
  const others = Object.entries(errors).flatMap(([name, words]) => (known.has(name) ? [] : (words ?? [])));
  const chosen = LOCATION_METHODS.find((m) => m.value === page.method);
  return (
    <div className="stack loose">
      <PageHead
        title="Location"
        lede={page.choosing ? "How do you want to set the job's location?" : chosen?.label}
        actions={
          page.choosing ? null : (
            <a className="button" href={hrefOf("/jobs/create/map?choose=1")}>
              Change method
            </a>
          )
        }
      />
      <ErrorSummary
        formErrors={others}
        fields={[...known].map((id) => ({ id, errors: errors[id] ?? undefined }))}
      />
      {page.land ? (
        <LandMismatchNotice land={page.land} values={{ intent: "use-land", version: page.version }} />
      ) : null}
      <AreasReportNotice report={props.report} />
      {page.choosing ? <Methods page={page} /> : null}
      {page.choosing && page.method !== null ? null : <Chosen {...props} errors={errors} />}
    </div>
  );
}

function Methods({ page }: { page: Step }) {
  const { hrefOf } = useStepHrefs();
  return (
    <>
      <ul className="lines card">
        {LOCATION_METHODS.map((m) => (
          <li key={m.value} className="row between">
            <span>
              <strong className="block">{m.label}</strong>{" "}
              <span className="soft small">{HINTS[m.value]}</span>
            </span>
            <EntryButton
              intent="method"
              values={{ location_method: m.value, version: page.version }}
              tone={m.value === page.method ? "primary" : ""}
            >
              {m.value === "skip" ? "Skip" : "Choose"}
              <span className="sr"> {m.label}</span>
            </EntryButton>
          </li>
        ))}
      </ul>
      {page.set ? (
        <BackAndNext back="/jobs/create/overview" next="/jobs/create/companies" may />
      ) : page.method === null ? null : (
        <p>
          <a className="button" href={hrefOf("/jobs/create/overview")}>
            Back
          </a>
        </p>
      )}
    </>
  );
}

type Errors = Record<string, string[] | null>;

function Chosen({ page, result, editor, submissionId, hint, accept, errors }: Props & { errors: Errors }) {
  const { hrefOf } = useStepHrefs();
  const way = (
    <BackAndNext
      back="/jobs/create/map?choose=1"
      next="/jobs/create/companies"
      may={page.set}
      why={hintOf(page)}
    />
  );
  const pins = page.method === null;
  if (page.method === "skip") return way;
  if (page.method === "pdf")
    return (
      <>
        <PlanMap page={page} errors={errors} submissionId={submissionId} />
        {way}
      </>
    );
  return (
    <>
      {page.method === "import" ? (
        <FileForm
          action={hrefOf("/jobs/create/map?upload=areas")}
          field={{ id: "areas_file", name: "areas_file", errors: errors.areas_file ?? undefined }}
          label={page.set ? "Replace these areas with another file" : "File"}
          hint={hint}
          accept={accept}
          megabytes={MAX_UPLOAD_MEGABYTES.areas}
          button="Import"
          version={page.version - 1}
          submissionId={`${submissionId}-file`}
        />
      ) : null}{" "}
      {editor ? (
        <ActionForm
          loose
          action={hrefOf("/jobs/create/map")}
          data-keep-draft={result?.conflict ? undefined : "step"}
          result={result}
          submissionId={submissionId}
          version={page.version - 1}
          formErrors={[]}
          conflict={{
            by: OTHER_WINDOW_AUTHOR,
            href: hrefOf("/jobs/create/map"),
            what: "the location",
            rows: [
              {
                name: "place",
                label: "Place",
                typed: editor.fields.coordinates || editor.fields.areas,
                saved: String(result?.conflict?.coordinates || result?.conflict?.areas || ""),
              },
            ],
            mine: "Next",
            theirs: "Back",
          }}
          button="Next"
          asksAnyway
          intent="save-location"
          back={{
            href: hrefOf(pins ? "/jobs/create/overview" : "/jobs/create/map?choose=1"),
            label: "Back",
            button: true,
          }}
          foot={<p className="soft small" role="status" data-said hidden />}
        >
          {pins ? <h2>Single Coordinate / Drop Pin</h2> : null}
          <LocationEditor editor={editor} errors={{ coordinates: errors.coordinates, areas: errors.areas }} />
        </ActionForm>
      ) : (
        way
      )}
    </>
  );
}

const hintOf = (page: Step) =>
  page.method === "pdf" ? "Upload the plan map to continue." : "Import the file to continue.";

function PlanMap({ page, errors, submissionId }: { page: Step; errors: Errors; submissionId: string }) {
  const { hrefOf } = useStepHrefs();
  return (
    <>
      {page.job_map ? (
        <Notice>
          <div className="row between">
            <span>
              Plan map: <strong>{page.job_map}</strong>
            </span>
            <EntryButton intent="remove-map" values={{ version: page.version }}>
              Remove<span className="sr"> the plan map</span>
            </EntryButton>
          </div>
        </Notice>
      ) : null}
      <FileForm
        action={hrefOf("/jobs/create/map?upload=pdf")}
        field={{ id: "job_map", name: "job_map", errors: errors.job_map ?? undefined }}
        label={page.job_map ? "Replace with another PDF" : "Plan map"}
        hint={`A PDF, up to ${MAX_UPLOAD_MEGABYTES.pdf}MB`}
        accept="application/pdf,.pdf"
        megabytes={MAX_UPLOAD_MEGABYTES.pdf}
        button="Upload PDF"
        version={page.version - 1}
        submissionId={submissionId}
      />
    </>
  );
}
