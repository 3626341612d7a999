import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { isTemplateType } from "~/features/exports/columns";
import { TemplateForm } from "~/features/exports/template-form";
import { getTemplate, saveTemplate } from "~/features/exports/templates.server";
import { PageHead } from "~/ui/parts";
import { context } from "~/web/context.server";
import { paths } from "~/web/paths";
import { missing } from "~/web/refusal";
import { asPage, call, submit } from "~/web/respond.server";
import { newSubmissionId } from "~/web/submission-id.server";

export const meta: MetaFunction = () => [{ title: "Export columns · Timbertally" }];

function typeOf(type: string | undefined) {
  if (!isTemplateType(type)) throw asPage(missing());
  return type;
}

export async function loader(args: LoaderFunctionArgs) {
  const type = typeOf(args.params.type);
  return {
    template: await call(getTemplate, await context(args), { type }),
    submission_id: newSubmissionId(),
  };
}

export async function action(args: ActionFunctionArgs) {
  const type = typeOf(args.params.type);
  return submit(saveTemplate, args, { fixed: { type }, to: () => `${paths.exportTemplate(type)}?saved` });
}

export default function Template() {
  const { template, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <>
      <PageHead
        title={`Columns for ${template.type}`}
        lede="Vendors don't publish a layout. Check this against the template your customer gave you."
      />
      <TemplateForm
        template={template}
        result={result}
        submissionId={result?.submission_id ?? submission_id}
      />
    </>
  );
}
