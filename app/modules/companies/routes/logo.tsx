import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { MAX_UPLOAD_MEGABYTES } from "~/lib/files/file-sizes";
import { PictureForm } from "~/lib/files/picture-form";
import { submitUpload } from "~/lib/files/submit-upload.server";
import { PageHead } from "~/ui/parts";
import { createContext } from "~/web/context.server";
import { callProcedure } from "~/web/form-action.server";
import { createSubmissionId } from "~/web/submission-id.server";
import { getCompanyForm } from "../data/edit-company.server";
import { setLogo } from "../data/logo.server";

export const meta: MetaFunction = () => [{ title: "Logo · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const { logo_url, values } = await callProcedure(getCompanyForm, await createContext(args), {});
  return {
    logo_url,
    name: values.name,
    megabytes: MAX_UPLOAD_MEGABYTES.photo,
    submission_id: createSubmissionId(),
  };
}

export const action = (args: ActionFunctionArgs) =>
  submitUpload(
    setLogo,
    args,
    { field: "logo", needed: "Choose a picture", megabytes: MAX_UPLOAD_MEGABYTES.photo },
    { to: () => "/company?done=company-updated" },
  );

export default function Logo() {
  const { logo_url, name, megabytes, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <div className="narrow">
      <PageHead title="Logo" lede="It's on the tickets you print and next to your name." />
      <PictureForm
        field="logo"
        noun="logo"
        now={{ name, src: logo_url, square: true }}
        megabytes={megabytes}
        result={result}
        submissionId={submission_id}
        back={{ href: "/company", label: "Back to the company" }}
      />
    </div>
  );
}
