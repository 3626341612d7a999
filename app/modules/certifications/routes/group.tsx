import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ActionForm } from "~/ui/action-form";
import { TextField } from "~/ui/field";
import { createBreadcrumbHandle } from "~/ui/naming";
import { ButtonLink, DetailBox } from "~/ui/parts";
import { getSentTexts } from "~/ui/sent-fields";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId, submit } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { createSubmissionId } from "~/web/submission-id.server";
import { getCertificationGroup, renameCertificationGroup } from "../data/groups.server";
import { formatCertificationUses } from "../rules/certifications";
import { RequestAnswerButtons } from "../ui/certification-list";

export const meta: MetaFunction = () => [{ title: "Group · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await createContext(args);
  const group = await callProcedure(getCertificationGroup, ctx, {
    certification_group_id: parseId(args.params.groupId),
  });
  return { ...group, may: ctx.actor.permissions.certification, submission_id: createSubmissionId() };
}

export const handle = createBreadcrumbHandle<typeof loader>({
  "/company/certifications/groups/:groupId": (data) => ({
    name: data.certification_group.name,
    lede: formatCertificationUses(data),
    actions: data.may.delete ? (
      <ButtonLink href={paths.certificationGroupEnding(data.certification_group.id)}>
        End this group
      </ButtonLink>
    ) : null,
  }),
});

export async function action(args: ActionFunctionArgs) {
  return submit(renameCertificationGroup, args, {
    fixed: { certification_group_id: parseId(args.params.groupId) },
    to: ({ id }) => paths.certificationGroup(id),
  });
}

export default function CertificationGroup() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { certification_group: group, members, may } = page;
  const errors = result?.reply.error ?? {};
  const typed = getSentTexts(result);
  const name = {
    id: "name",
    name: "name",
    errors: errors.name ?? undefined,
    defaultValue: result ? (typed.name ?? "") : group.name,
  };
  return (
    <div className="narrow">
      <div className="stack">
        <DetailBox title="Members">
          {members.length ? (
            <ul className="lines">
              {members.map((m) => (
                <li key={m.certification_request.id} className="row between">
                  <span>
                    <strong>{m.company.name}</strong>
                    <br />
                    <span className="soft small">
                      {[m.company.city, m.certification_request.accepted_at ? "Member" : "Asked to join"]
                        .filter(Boolean)
                        .join(" · ")}
                    </span>
                  </span>{" "}
                  {m.certification_request.accepted_at ? (
                    may.delete ? (
                      <a href={paths.certificationRequest(m.certification_request.id)}>
                        End<span className="sr"> the membership of {m.company.name}</span>
                      </a>
                    ) : null
                  ) : may.update ? (
                    <RequestAnswerButtons id={m.certification_request.id} who={m.company.name} />
                  ) : null}
                </li>
              ))}
            </ul>
          ) : (
            <p className="soft">
              No one yet. Other companies find the group by your company's name and ask to join.
            </p>
          )}
        </DetailBox>
        {may.update ? (
          <ActionForm
            result={result}
            submissionId={page.submission_id}
            version={group.version}
            className="stack card"
            fields={[name]}
            conflict={{
              fields: [{ name: "name", label: "Group name" }],
              href: paths.certificationGroup(group.id),
              what: "the group",
            }}
            button="Rename"
            plain
          >
            <TextField
              field={name}
              label="Group name"
              required
              attributes={{ maxLength: 80, autoComplete: "off" }}
            />
          </ActionForm>
        ) : null}
        <p>
          <a href={paths.certifications}>Back to certifications</a>
        </p>
      </div>
    </div>
  );
}
