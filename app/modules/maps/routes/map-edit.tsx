import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { FileForm } from "~/lib/files/file-form";
import { MAX_UPLOAD_MEGABYTES } from "~/lib/files/file-sizes";
import { submitUpload } from "~/lib/files/submit-upload.server";
import { readEditorFields } from "~/lib/geo/location";
import { formatView } from "~/lib/geo/view";
import { JobLandMismatchNotice } from "~/modules/land/shared/other-land";
import { ErrorSummary } from "~/ui/field";
import { PageHead } from "~/ui/parts";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId, readForm, submit } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { createContextKeepingPost } from "~/web/post-after-login.server";
import { createSubmissionId } from "~/web/submission-id.server";
import { getShapeEditor, getShapeForm, importJobShape, updateJobShape } from "../data/shape.server";
import { buildReportQuery, decodeAreasReport } from "../rules/areas-report";
import { applyEditorAction, readEditorAction } from "../rules/editor-acts";
import { ENTER_FIELD } from "../rules/enter";
import { AreasReportNotice } from "../shared/areas-report-notice";
import { AREAS_FILE_TYPES, AREAS_HINT, AREAS_UPLOAD } from "../shared/areas-upload.server";
import { ShapeForm, type ShapeFormReply } from "../ui/shape-form";

export const meta: MetaFunction = () => [{ title: "Edit pin or areas · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const search = new URL(args.request.url).searchParams;
  const query = search.get("method");
  const form = await callProcedure(getShapeForm, await createContext(args), {
    id: parseId(args.params.jobId),
    method: query === "pin" ? query : query === "draw" || query === "import" ? "draw" : undefined,
  });
  return {
    form,
    imports: query === "import",
    report: decodeAreasReport(search.get("file")),
    hint: AREAS_HINT,
    accept: AREAS_FILE_TYPES,
    submission_id: createSubmissionId(),
  };
}

/** Save an uploaded file; show the page again after a click or an editor button; otherwise save the form. */
export async function action(args: ActionFunctionArgs) {
  const id = parseId(args.params.jobId);
  const isFile = /^multipart/i.test(args.request.headers.get("Content-Type") ?? "");
  if (isFile && new URL(args.request.url).searchParams.has("upload")) {
    const to = ({ report }: { report?: string }) =>
      paths.job(id, `map/edit?method=draw${buildReportQuery("&", report)}`);
    const answer = await submitUpload(importJobShape, args, AREAS_UPLOAD, { fixed: { id }, to });
    const { reply } = answer.data;
    if (!reply.error?.save_anyway) return data<ShapeFormReply>(answer.data, answer.init ?? undefined);
    // Show the file's areas for confirmation; the form with these areas then saves them.
    const values = readEditorFields(new Map(Object.entries(reply.initialValue ?? {})));
    const { coordinates, areas, geom } = values;
    const shown = { id, location_method: "draw" as const, coordinates, areas, geom };
    const editor = await callProcedure(getShapeEditor, await createContext(args), shown);
    const report = decodeAreasReport(String(reply.initialValue?.file ?? ""));
    return data<ShapeFormReply>({ reply, editor, report }, answer.init ?? undefined);
  }
  const form = await readForm(args.request);
  const act = readEditorAction(form);
  const typed = readEditorFields(form);
  const place = act?.kind === "find" ? act.place : undefined;
  const editorOf = async ({ fields, view }: ReturnType<typeof applyEditorAction>) => {
    const { method: location_method, coordinates, areas, geom } = fields;
    const look = view ? formatView(view) : undefined;
    const input = { id, location_method, coordinates, areas, geom, view: look, place };
    return callProcedure(getShapeEditor, await createContextKeepingPost(args, form), input);
  };
  if (act) {
    const shown = act.kind === "click" || act.kind === "look" ? act.view : null;
    const editor = await editorOf(applyEditorAction(typed, act, shown));
    // Return the version with which the form was opened, so that saving after a click still detects another user's
    // change.
    const reply = { initialValue: { version: String(form.get("version") ?? "") } };
    return data<ShapeFormReply>({ editor, reply, submission_id: String(form.get("submission_id") ?? "") });
  }
  form.delete(ENTER_FIELD);
  const answer = await submit(updateJobShape, args, {
    form,
    fixed: { id, ask_first: "on" },
    to: ({ id: saved }) => paths.job(saved, "map"),
    sorry: "An error occurred while saving the job location.",
  });
  const editor = await editorOf({ fields: typed, view: null }).catch(() => undefined);
  return data<ShapeFormReply>({ ...answer.data, editor }, answer.init ?? undefined);
}

export default function EditJobShape() {
  const { form, imports, report, hint, accept, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<ShapeFormReply>();
  const editor = result?.editor ?? form.editor;
  const errors = result?.reply?.error ?? {};
  const asksForFile = imports && !result?.editor;
  const isPin = !imports && editor.fields.method === "pin";
  return (
    <div className="stack loose">
      <PageHead title="Edit pin or areas" />
      <AreasReportNotice report={result?.report ?? report} jobId={form.id} />
      <JobLandMismatchNotice id={form.id} land={form.other_land} submissionId={submission_id} />
      <nav className="seg" aria-label="How to set the place">
        <a href="?method=pin" aria-current={isPin ? "page" : undefined}>
          Drop pin
        </a>{" "}
        <a href="?method=draw" aria-current={isPin || imports ? undefined : "page"}>
          Draw shape
        </a>{" "}
        <a href="?method=import" aria-current={imports ? "page" : undefined}>
          Import file
        </a>
      </nav>
      {asksForFile ? (
        <>
          <ErrorSummary
            formErrors={errors[""] ?? undefined}
            fields={[{ id: "areas_file", errors: errors.areas_file ?? undefined }]}
          />
          <FileForm
            action="?method=import&upload=areas"
            field={{ id: "areas_file", name: "areas_file", errors: errors.areas_file ?? undefined }}
            label="File"
            hint={hint}
            accept={accept}
            megabytes={MAX_UPLOAD_MEGABYTES.areas}
            button="Import"
            version={form.version}
            submissionId={submission_id}
          />
          <p className="soft">Its areas replace the job's areas. You can change them afterward.</p>
        </>
      ) : (
        <ShapeForm form={form} editor={editor} result={result} submissionId={submission_id} />
      )}
    </div>
  );
}
