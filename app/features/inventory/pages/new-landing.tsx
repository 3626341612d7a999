import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { addLanding, getLandingForm } from "~/features/inventory/landing-form.server";
import { LandingPlace } from "~/features/inventory/landing-place";
import { placePost } from "~/features/maps/place-post.server";
import { PageHead } from "~/ui/parts";
import { SimpleForm } from "~/ui/simple-form";
import { context } from "~/web/context.server";
import { paths } from "~/web/paths";
import { call, idOf, submit } from "~/web/respond.server";
import { newSubmissionId } from "~/web/submission-id.server";

export const meta: MetaFunction = () => [{ title: "Add landing · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const id = idOf(args.params.jobId);
  const coordinates = new URL(args.request.url).searchParams.get("coordinates")?.slice(0, 60);
  const form = await call(getLandingForm, await context(args), { id, coordinates });
  return { id, form, submission_id: newSubmissionId() };
}

export async function action(args: ActionFunctionArgs) {
  const job_id = idOf(args.params.jobId);
  return placePost(
    args,
    async (ctx, ask) => (await call(getLandingForm, ctx, { id: job_id, ...ask })).editor,
    (form) => submit(addLanding, args, { form, fixed: { job_id }, to: () => paths.job(job_id, "landing") }),
  );
}

export default function NewLanding() {
  const { id, form, submission_id } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const result = answer?.reply && { ...answer, reply: answer.reply };
  return (
    <div className="stack">
      <PageHead
        title="Add landing"
        lede="From now on, each load that leaves is subtracted from its inventory."
      />
      <SimpleForm
        fields={[
          { name: "name", label: "Name", required: true, maxLength: 80 },
          { name: "notes", label: "Notes", kind: "area", maxLength: 1000 },
        ]}
        values={form.values}
        result={result}
        submissionId={answer?.submission_id || submission_id}
        button="Add landing"
        back={{ href: paths.job(id, "landing"), label: "Back to landing" }}
      >
        <LandingPlace editor={answer?.editor ?? form.editor} errors={result?.reply.error?.coordinates} />
      </SimpleForm>
    </div>
  );
}
