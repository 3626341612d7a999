import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { submitPlace } from "~/modules/maps/shared/place-post.server";
import { PageHead } from "~/ui/parts";
import { SimpleForm } from "~/ui/simple-form";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId, submit } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { createSubmissionId } from "~/web/submission-id.server";
import { addLanding, getLandingForm } from "../data/landing-form.server";
import { LandingLocationField } from "../ui/landing-place";

export const meta: MetaFunction = () => [{ title: "Add landing · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const id = parseId(args.params.jobId);
  const coordinates = new URL(args.request.url).searchParams.get("coordinates")?.slice(0, 60);
  const form = await callProcedure(getLandingForm, await createContext(args), { id, coordinates });
  return { id, form, submission_id: createSubmissionId() };
}

export async function action(args: ActionFunctionArgs) {
  const job_id = parseId(args.params.jobId);
  return submitPlace(
    args,
    async (ctx, ask) => (await callProcedure(getLandingForm, ctx, { id: job_id, ...ask })).editor,
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
        <LandingLocationField
          editor={answer?.editor ?? form.editor}
          errors={result?.reply.error?.coordinates}
        />
      </SimpleForm>
    </div>
  );
}
