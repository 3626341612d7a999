import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { getCompanyForm } from "~/features/companies/edit-company.server";
import { LOGO_MEGABYTES, setLogo } from "~/features/companies/logo.server";
import { readUpload } from "~/features/files/upload.server";
import { ErrorSummary, FileField } from "~/ui/field";
import { Avatar, PageHead } from "~/ui/parts";
import { context } from "~/web/context.server";
import { call, type FormReply, submit } from "~/web/respond.server";
import { newSubmissionId } from "~/web/submission-id.server";

export const meta: MetaFunction = () => [{ title: "Logo · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await context(args);
  const { logo_url, values } = await call(getCompanyForm, ctx, {});
  return { logo_url, name: values.name, megabytes: LOGO_MEGABYTES, submission_id: newSubmissionId() };
}

export async function action(args: ActionFunctionArgs) {
  await context(args);
  if (!/^multipart\/form-data/i.test(args.request.headers.get("Content-Type") ?? ""))
    return data<FormReply>({ reply: { error: { logo: ["Choose a picture"] } } }, { status: 422 });
  const { form, problem, dispose } = await readUpload(args.request, "logo", LOGO_MEGABYTES);
  if (problem) await dispose();
  if (problem) return data<FormReply>({ reply: { error: { logo: [problem] } } }, { status: 422 });
  return submit(setLogo, args, { form, to: () => "/company?done=logo-updated" }).finally(dispose);
}

export default function Logo() {
  const { logo_url, name, megabytes, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const errors = result?.reply.error ?? {};
  return (
    <div className="narrow">
      <PageHead title="Logo" lede="It stands on the tickets that you print, and beside your name." />
      <div className="stack loose">
        <p className="person">
          <Avatar name={name} src={logo_url} square />{" "}
          {logo_url ? "Your logo now" : "No logo yet: your initials"}
        </p>
        <form method="post" encType="multipart/form-data" className="stack card">
          <ErrorSummary formErrors={errors[""] ?? undefined} />
          <input type="hidden" name="submission_id" value={result?.submission_id ?? submission_id} />
          <FileField
            field={{ id: "logo", name: "logo", errors: errors.logo ?? undefined }}
            label="Picture"
            hint={`JPEG, PNG or WebP, up to ${megabytes}MB. It is made small.`}
            accept="image/*"
          />
          <div className="row">
            <button type="submit" className="button primary">
              Save logo
            </button>{" "}
            <a href="/company">Back to the company</a>
          </div>
        </form>
        {logo_url ? (
          <form method="post" action="/company/logo-removal">
            <input type="hidden" name="submission_id" value={`${submission_id}-removal`} />
            <button type="submit" className="button">
              Remove the logo
            </button>
          </form>
        ) : null}
      </div>
    </div>
  );
}
