import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { PageHead } from "~/ui/parts";
import { createContext } from "~/web/context.server";
import { callProcedure, submit, toErrorResponse } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { notFound } from "~/web/refusal";
import { createSubmissionId } from "~/web/submission-id.server";
import { getTemplate, saveTemplate } from "../data/templates.server";
import { isTemplateType } from "../rules/columns";
import { TemplateForm } from "../ui/template-form";

export const meta: MetaFunction = () => [{ title: "Export columns · Timbertally" }];

function typeOf(type: string | undefined) {
  if (!isTemplateType(type)) throw toErrorResponse(notFound());
  return type;
}

export async function loader(args: LoaderFunctionArgs) {
  const type = typeOf(args.params.type);
  return {
    template: await callProcedure(getTemplate, await createContext(args), { type }),
    submission_id: createSubmissionId(),
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
