import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { usesWords } from "~/domain/certifications/certifications";
import { AnswerButtons } from "~/features/certifications/certification-list";
import { getCertificationGroup, renameCertificationGroup } from "~/features/certifications/groups.server";
import { ActionForm } from "~/ui/action-form";
import { TextField } from "~/ui/field";
import { naming } from "~/ui/naming";
import { ButtonLink, DetailBox } from "~/ui/parts";
import { sentTexts } from "~/ui/sent-fields";
import { context } from "~/web/context.server";
import { paths } from "~/web/paths";
import { call, idOf, submit } from "~/web/respond.server";
import { newSubmissionId } from "~/web/submission-id.server";

export const meta: MetaFunction = () => [{ title: "Group · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await context(args);
  const group = await call(getCertificationGroup, ctx, {
    certification_group_id: idOf(args.params.groupId),
  });
  return { ...group, may: ctx.actor.permissions.certification, submission_id: newSubmissionId() };
}

export const handle = naming<typeof loader>({
  "/company/certifications/groups/:groupId": (data) => ({
    name: data.certification_group.name,
    lede: usesWords(data),
    actions: data.may.delete ? (
      <ButtonLink href={paths.certificationGroupEnding(data.certification_group.id)}>
        End this group
      </ButtonLink>
    ) : null,
  }),
});

export async function action(args: ActionFunctionArgs) {
  return submit(renameCertificationGroup, args, {
    fixed: { certification_group_id: idOf(args.params.groupId) },
    to: ({ id }) => paths.certificationGroup(id),
  });
}

export default function Group() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { certification_group: group, members, may } = page;
  const errors = result?.reply.error ?? {};
  const typed = sentTexts(result);
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
                    <AnswerButtons id={m.certification_request.id} who={m.company.name} />
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
