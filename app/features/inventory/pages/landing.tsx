import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { getLandingForm, updateLanding } from "~/features/inventory/landing-form.server";
import { LandingPlace } from "~/features/inventory/landing-place";
import { placePost } from "~/features/maps/place-post.server";
import { naming } from "~/ui/naming";
import { SimpleForm } from "~/ui/simple-form";
import { context } from "~/web/context.server";
import { paths } from "~/web/paths";
import { call, idOf, submit } from "~/web/respond.server";
import { newSubmissionId } from "~/web/submission-id.server";

export const meta: MetaFunction = () => [{ title: "Landing · Timbertally" }];

const namedBy = (params: LoaderFunctionArgs["params"]) => ({
  job_id: idOf(params.jobId),
  landing_id: idOf(params.landingId),
});

export async function loader(args: LoaderFunctionArgs) {
  const { job_id: id, landing_id } = namedBy(args.params);
  const form = await call(getLandingForm, await context(args), { id, landing_id });
  return { id, form, submission_id: newSubmissionId() };
}

export const handle = naming<typeof loader>({
  "/jobs/:jobId/landings/:landingId": ({ form }) => form.values.name || "Landing",
});

export async function action(args: ActionFunctionArgs) {
  const named = namedBy(args.params);
  const { job_id: id, landing_id } = named;
  return placePost(
    args,
    async (ctx, ask) => (await call(getLandingForm, ctx, { id, landing_id, ...ask })).editor,
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
        <LandingPlace editor={answer?.editor ?? form.editor} errors={result?.reply.error?.coordinates} />
      </SimpleForm>
    </div>
  );
}
