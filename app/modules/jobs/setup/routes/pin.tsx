import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { LocationEditor } from "~/modules/maps/shared/location-editor";
import { submitPlace } from "~/modules/maps/shared/place-post.server";
import { ActionForm } from "~/ui/action-form";
import { PageHead } from "~/ui/parts";
import { createContext } from "~/web/context.server";
import { callProcedure, submit } from "~/web/form-action.server";
import { getJobPin, setJobPin } from "../data/job-pin.server";
import { createStepRedirect } from "../rules/return-to-review";
import { useStepHrefs } from "../ui/step-hrefs";

export const meta: MetaFunction = () => [{ title: "Pin · Timbertally" }];

export const loader = async (args: LoaderFunctionArgs) =>
  callProcedure(getJobPin, await createContext(args), {});

export const action = async (args: ActionFunctionArgs) =>
  submitPlace(
    args,
    async (ctx, ask) => (await callProcedure(getJobPin, ctx, ask)).editor,
    (form) =>
      submit(setJobPin, args, {
        form,
        to: () => createStepRedirect(args)("/jobs/create/overview#coordinates"),
      }),
  );

export default function JobPin() {
  const page = useLoaderData<typeof loader>();
  const { hrefOf } = useStepHrefs();
  const answer = useActionData<typeof action>();
  const result = answer?.reply && { ...answer, reply: answer.reply };
  const editor = answer?.editor ?? page.editor;
  return (
    <div className="stack loose">
      <PageHead
        title="Where the job is"
        lede="Find the place, then set the pin. It fills in state, county, township, range and section where they are empty."
      />
      <ActionForm
        result={result}
        version={page.version}
        button="Use this pin"
        asksAnyway
        back={{ href: hrefOf("/jobs/create/overview"), label: "Back to overview" }}
        conflict={{ href: hrefOf("/jobs/create/pin"), what: "the job" }}
      >
        <LocationEditor editor={editor} errors={{ coordinates: result?.reply.error?.coordinates }} />
      </ActionForm>
    </div>
  );
}
