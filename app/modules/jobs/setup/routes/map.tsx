import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { MAX_UPLOAD_MEGABYTES } from "~/lib/files/file-sizes";
import { FILE_REQUIRED_MESSAGE, PDF_UPLOAD_FAILED_MESSAGE } from "~/lib/files/store-upload.server";
import { submitUpload } from "~/lib/files/submit-upload.server";
import { readEditorFields } from "~/lib/geo/location";
import { buildReportQuery, decodeAreasReport } from "~/modules/maps/rules/areas-report";
import { ENTER_FIELD } from "~/modules/maps/rules/enter";
import { AREAS_FILE_TYPES, AREAS_HINT, AREAS_UPLOAD } from "~/modules/maps/shared/areas-upload.server";
import type { LocationEditorData } from "~/modules/maps/shared/location-editor.server";
import { applyEditorForm, readLocationEditor } from "~/modules/maps/shared/location-editor.server";
import { createContext } from "~/web/context.server";
import { callProcedure, type FormReply, readForm, submit } from "~/web/form-action.server";
import { createContextKeepingPost } from "~/web/post-after-login.server";
import { createSubmissionId } from "~/web/submission-id.server";
import {
  chooseLocationMethod,
  getLocationStep,
  importJobAreas,
  removeJobMap,
  saveJobLocation,
  uploadJobMap,
} from "../data/location.server";
import { setJobTownship } from "../data/townships.server";
import { createStepRedirect } from "../rules/return-to-review";
import { LocationPage } from "../ui/location-page";

export const meta: MetaFunction = () => [{ title: "Location · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const search = new URL(args.request.url).searchParams;
  const choosing = search.has("choose");
  const page = await callProcedure(getLocationStep, await createContext(args), { choosing });
  return {
    page,
    hint: AREAS_HINT,
    accept: AREAS_FILE_TYPES,
    report: decodeAreasReport(search.get("file")),
    submission_id: createSubmissionId(),
  };
}

type Answer = Partial<FormReply> & {
  editor?: LocationEditorData;
  report?: ReturnType<typeof decodeAreasReport>;
};

/** Handle an uploaded file, a click on the map, a change of method, or the location itself. */
export async function action(args: ActionFunctionArgs) {
  const onward = createStepRedirect(args);
  const to = () => onward("/jobs/create/map");
  const upload = new URL(args.request.url).searchParams.get("upload");
  // After a refused file the page stays at the upload URL, so its other forms are sent there too.
  const isMultipart = /^multipart/i.test(args.request.headers.get("Content-Type") ?? "");
  if (upload === "pdf" && isMultipart)
    return submitUpload(
      uploadJobMap,
      args,
      { field: "job_map", needed: FILE_REQUIRED_MESSAGE, megabytes: MAX_UPLOAD_MEGABYTES.pdf },
      { to, sorry: PDF_UPLOAD_FAILED_MESSAGE },
    );
  if (upload === "areas" && isMultipart)
    return fromFile(args, {
      to: ({ report }) => onward(`/jobs/create/map${buildReportQuery("?", report)}`),
    });
  const form = await readForm(args.request);
  const intent = form.get("intent");
  if (intent === "method")
    return submit(chooseLocationMethod, args, {
      form,
      to: ({ confirm, skip }) =>
        onward(
          confirm
            ? `/jobs/create/method-change?to=${confirm}`
            : skip
              ? "/jobs/create/companies"
              : "/jobs/create/map",
        ),
    });
  if (intent === "use-land") return submit(setJobTownship, args, { form, to });
  if (intent === "remove-map") return submit(removeJobMap, args, { form, to });
  return place(args, form);
}

/** Save an uploaded file. If its location must be confirmed, show its areas, so that the form below can save them. */
async function fromFile(args: ActionFunctionArgs, options: { to: (saved: { report: string }) => string }) {
  const answer = await submitUpload(importJobAreas, args, AREAS_UPLOAD, options);
  const { reply } = answer.data;
  if (!reply.error?.save_anyway) return data<Answer>(answer.data, answer.init ?? undefined);
  const ctx = await createContext(args);
  const { county_id, described } = await callProcedure(getLocationStep, ctx, { choosing: false });
  const values = new Map(Object.entries(reply.initialValue ?? {}));
  const editor = await readLocationEditor(ctx.db.read, {
    county_id,
    described,
    fields: readEditorFields(values),
  });
  const report = decodeAreasReport(String(values.get("file") ?? ""));
  return data<Answer>({ reply, editor, report }, answer.init ?? undefined);
}

/**
 * Show the page again after a click on the map or on one of its buttons; otherwise, save the location or show its
 * errors.
 */
async function place(args: ActionFunctionArgs, form: FormData) {
  const ctx = await createContextKeepingPost(args, form);
  const { county_id, described } = await callProcedure(getLocationStep, ctx, { choosing: false });
  const moved = await applyEditorForm(ctx.db.read, form, county_id);
  if (moved)
    // The version at which the form was opened is sent along, so that a click doesn't hide another user's change.
    return data<Answer>({
      editor: moved,
      reply: { initialValue: { version: String(form.get("version") ?? "") } },
      submission_id: String(form.get("submission_id") ?? ""),
    });
  form.delete(ENTER_FIELD);
  const answer = await submit(saveJobLocation, args, {
    form,
    to: () => createStepRedirect(args)("/jobs/create/companies"),
  });
  const editor = await readLocationEditor(ctx.db.read, {
    county_id,
    described,
    fields: readEditorFields(form),
  });
  return data<Answer>({ ...answer.data, editor }, answer.init ?? undefined);
}

export default function SetupLocation() {
  const { page, hint, accept, report, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<Answer>();
  return (
    <LocationPage
      page={page}
      result={result?.reply ? { ...result, reply: result.reply } : undefined}
      editor={result?.editor ?? page.editor}
      submissionId={submission_id}
      hint={hint}
      accept={accept}
      report={result?.report ?? report}
    />
  );
}
