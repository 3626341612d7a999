import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ActionForm } from "~/ui/action-form";
import { SelectField, TextField } from "~/ui/field";
import { ButtonLink, EmptyState, Notice, PageHead } from "~/ui/parts";
import { getSentTexts } from "~/ui/sent-fields";
import { createContext } from "~/web/context.server";
import { callProcedure, submit } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { createSubmissionId } from "~/web/submission-id.server";
import { createCertificationGroup, getNewGroupForm } from "../data/groups.server";
import { formatCertificationName } from "../rules/certifications";

export const meta: MetaFunction = () => [{ title: "Start a group · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const { certifications } = await callProcedure(getNewGroupForm, await createContext(args), {});
  return { certifications, submission_id: createSubmissionId() };
}

export async function action(args: ActionFunctionArgs) {
  return submit(createCertificationGroup, args, { to: ({ id }) => paths.certificationGroup(id) });
}

export default function NewGroup() {
  const { certifications, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const errors = result?.reply.error ?? {};
  const typed = getSentTexts(result);
  const state = (name: string, value = "") => ({
    id: name,
    name,
    errors: errors[name] ?? undefined,
    defaultValue: result ? (typed[name] ?? "") : value,
  });
  const only = certifications.length === 1 ? String(certifications[0]?.certification.id) : "";
  const fields = [state("certification_id", only), state("name")] as const;
  return (
    <div className="narrow">
      <PageHead
        title="Start a group"
        lede="Other companies ask to join it. The ones you accept can use the certificate as their own."
      />
      {certifications.length ? (
        <ActionForm
          result={result}
          submissionId={submission_id}
          fields={[...fields]}
          button="Start the group"
          back={{ href: paths.certifications, label: "Back to certifications" }}
        >
          {result?.alreadySent ? (
            <Notice tone="warn" title="This form was already sent">
              <p>
                What you sent then was saved. <a href={result.alreadySent.href}>Open that group</a>.
              </p>
            </Notice>
          ) : null}

          <SelectField
            field={fields[0]}
            label="Certification"
            empty={only ? undefined : "Choose a certification"}
            options={certifications.map(({ certification: c, certification_type, product_claim }) => ({
              value: c.id,
              label: formatCertificationName({
                type: certification_type.name,
                license: c.license,
                claim: product_claim?.name ?? null,
              }),
            }))}
            required
          />
          <TextField
            field={fields[1]}
            label="Group name"
            hint="What others will look for, like Northern haulers"
            required
            attributes={{ maxLength: 80, autoComplete: "off" }}
          />
        </ActionForm>
      ) : (
        <EmptyState title="A group belongs to one of your certifications">
          <ButtonLink href={paths.newCertification}>Add Certification</ButtonLink>
        </EmptyState>
      )}
    </div>
  );
}
