import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { createCertificationGroup, newCertificationGroupForm } from "~/features/certifications/groups.server";
import { ErrorSummary, SelectField, TextField } from "~/ui/field";
import { ButtonLink, EmptyState, Notice, PageHead } from "~/ui/parts";
import { context } from "~/web/context.server";
import { paths } from "~/web/paths";
import { call, submit } from "~/web/respond.server";
import { newSubmissionId } from "~/web/submission-id.server";

export const meta: MetaFunction = () => [{ title: "Begin a group · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const { certifications } = await call(newCertificationGroupForm, await context(args), {});
  return { certifications, submission_id: newSubmissionId() };
}

export async function action(args: ActionFunctionArgs) {
  return submit(createCertificationGroup, args, { to: ({ id }) => paths.certificationGroup(id) });
}

export default function NewGroup() {
  const { certifications, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const errors = result?.reply.error ?? {};
  const typed = (result?.reply.initialValue ?? {}) as Record<string, string>;
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
        title="Begin a group"
        lede="Other companies ask to work in it. Who is accepted may use the certificate as its own."
      />
      {certifications.length ? (
        <form method="post" className="stack">
          <ErrorSummary formErrors={errors[""] ?? undefined} fields={[...fields]} />
          {result?.alreadySent ? (
            <Notice tone="warn" title="This form was sent before">
              <p>
                What was sent then is saved. <a href={result.alreadySent.href}>Open that group</a>.
              </p>
            </Notice>
          ) : null}
          <input type="hidden" name="submission_id" value={result?.submission_id ?? submission_id} />
          <SelectField
            field={fields[0]}
            label="Certification"
            empty={only ? undefined : "Choose a certification"}
            options={certifications.map(({ certification: c, certification_type, product_claim }) => ({
              value: c.id,
              label: [`${certification_type.name} ${c.license}`, product_claim?.name]
                .filter(Boolean)
                .join(", "),
            }))}
            required
          />
          <TextField
            field={fields[1]}
            label="Group name"
            hint="What the others look for, like Haulers of the north"
            required
            attributes={{ maxLength: 80, autoComplete: "off" }}
          />
          <div className="row">
            <button type="submit" className="button primary">
              Begin the group
            </button>{" "}
            <a href={paths.certifications}>Back to the certifications</a>
          </div>
        </form>
      ) : (
        <EmptyState title="A group is kept under a certification of your own">
          <ButtonLink href={paths.newCertification}>Add certification</ButtonLink>
        </EmptyState>
      )}
    </div>
  );
}
