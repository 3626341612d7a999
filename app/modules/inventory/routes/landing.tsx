import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { submitPlace } from "~/modules/maps/shared/place-post.server";
import { createBreadcrumbHandle } from "~/ui/naming";
import { SimpleForm } from "~/ui/simple-form";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId, submit } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { createSubmissionId } from "~/web/submission-id.server";
import { getLandingForm, updateLanding } from "../data/landing-form.server";
import { LandingLocationField } from "../ui/landing-place";

export const meta: MetaFunction = () => [{ title: "Landing · Timbertally" }];

const namedBy = (params: LoaderFunctionArgs["params"]) => ({
  job_id: parseId(params.jobId),
  landing_id: parseId(params.landingId),
});

export async function loader(args: LoaderFunctionArgs) {
  const { job_id: id, landing_id } = namedBy(args.params);
  const form = await callProcedure(getLandingForm, await createContext(args), { id, landing_id });
  return { id, form, submission_id: createSubmissionId() };
}

export const handle = createBreadcrumbHandle<typeof loader>({
  "/jobs/:jobId/landings/:landingId": ({ form }) => form.values.name || "Landing",
});

export async function action(args: ActionFunctionArgs) {
  const named = namedBy(args.params);
  const { job_id: id, landing_id } = named;
  return submitPlace(
    args,
    async (ctx, ask) => (await callProcedure(getLandingForm, ctx, { id, landing_id, ...ask })).editor,
    (form) =>
      submit(updateLanding, args, {
        form,
        fixed: named,
        blankIsNull: true,
        to: () => paths.job(id, "landing"),
      }),
  );
}

export default function EditLanding() {
  const { id, form, submission_id } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const result = answer?.reply && { ...answer, reply: answer.reply };
  return (
    <div className="stack">
      <SimpleForm
        fields={[
          { name: "name", label: "Name", maxLength: 80 },
          { name: "notes", label: "Notes", kind: "area", maxLength: 1000 },
        ]}
        values={form.values}
        version={form.version}
        result={result}
        submissionId={answer?.submission_id || submission_id}
        button="Save"
        back={{ href: paths.job(id, "landing"), label: "Back to landing" }}
        what="the landing"
      >
        <LandingLocationField
          editor={answer?.editor ?? form.editor}
          errors={result?.reply.error?.coordinates}
        />
      </SimpleForm>
    </div>
  );
}
