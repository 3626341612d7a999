import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ActionForm } from "~/ui/action-form";
import { addDoneParam } from "~/ui/done";
import { SelectField } from "~/ui/field";
import { PageHead } from "~/ui/parts";
import { SearchForm } from "~/ui/search-form";
import { toStringList } from "~/ui/sent-fields";
import { dispatchIntent } from "~/web/by-intent.server";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId, submit } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { createSubmissionId } from "~/web/submission-id.server";
import { JOB_ROLES } from "../../rules/contracts";
import { addJobCompany, findContractors, inviteNewContractor } from "../data/adding.server";
import { InviteCompany } from "../ui/invite-company";

export const meta: MetaFunction = () => [{ title: "Add contractor · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const q = (new URL(args.request.url).searchParams.get("q") ?? "").slice(0, 100);
  const contractors = await callProcedure(findContractors, await createContext(args), {
    id: parseId(args.params.jobId),
    q,
  });
  return { q, ...contractors, submission_id: createSubmissionId() };
}

export async function action(args: ActionFunctionArgs) {
  const job_id = parseId(args.params.jobId);
  const fixed = { job_id };
  const companies = paths.job(job_id, "companies");
  return dispatchIntent(
    args,
    {
      add: (form) => submit(addJobCompany, args, { form, fixed, to: () => companies }),
      invite: (form) =>
        submit(inviteNewContractor, args, {
          form,
          fixed,
          to: ({ id, sent }) =>
            sent ? companies : addDoneParam(`${companies}/${id}/invitation`, "contractor-unsent"),
        }),
    },
    "add",
  );
}

export default function AddContractor() {
  const { id, q, companies, texts, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const invites = Boolean(result?.reply.initialValue && "first_name" in result.reply.initialValue);
  const errors = (invites ? {} : result?.reply.error) ?? {};
  const typed = (invites ? {} : result?.reply.initialValue) ?? {};
  const only = q && companies.length === 1 ? companies[0] : undefined;
  const company = {
    id: "company_id",
    name: "company_id",
    // If the search finds a single company, it is preselected.
    defaultValue: typeof typed.company_id === "string" ? typed.company_id : only && String(only.id),
    errors: errors.company_id ?? undefined,
  };
  return (
    <div className="narrow stack loose">
      <PageHead title="Add contractor" lede="The company is invited and can accept or decline." />
      <SearchForm label="Search companies" q={q} placeholder="Company" suggests />
      {q ? (
        <ul hidden>
          {companies.map((c) => (
            <li key={c.id}>
              <a href={`?${new URLSearchParams({ q: c.name })}`} data-option={c.line}>
                {c.name}
              </a>
            </li>
          ))}
        </ul>
      ) : null}
      {companies.length ? (
        <ActionForm
          result={invites ? undefined : result}
          submissionId={submission_id}
          fields={[company, { id: "roles", errors: errors.roles ?? undefined }]}
          button="Add contractor"
          back={{ href: paths.job(id, "companies"), label: "Back to companies" }}
        >
          <SelectField
            field={company}
            label="Company"
            options={companies.map((c) => ({
              value: c.id,
              label: [c.name, c.line].filter(Boolean).join(" · "),
            }))}
            empty="Choose a company"
            required
          />
          <Roles id="roles" typed={typed.roles} errors={errors.roles} />
        </ActionForm>
      ) : (
        <p>No company name matches.</p>
      )}
      <InviteCompany
        name={q}
        open={companies.length === 0 || invites}
        texts={texts}
        reply={invites ? result?.reply : undefined}
        values={{ intent: "invite" }}
        submissionId={(invites && result?.submission_id) || `${submission_id}-invite`}
      >
        <Roles
          id="invite-roles"
          typed={invites ? result?.reply.initialValue?.roles : undefined}
          errors={invites ? result?.reply.error?.roles : undefined}
        />
      </InviteCompany>
    </div>
  );
}

function Roles({ id, typed, errors }: { id: string; typed: unknown; errors?: string[] | null }) {
  const ticked = toStringList(typed);
  return (
    <fieldset className="field" id={id}>
      <legend>Its role on the job</legend>
      {JOB_ROLES.map((r) => (
        <label key={r.flag} className="check">
          <input type="checkbox" name="roles" value={r.flag} defaultChecked={ticked.includes(r.flag)} />
          <span>{r.label}</span>
        </label>
      ))}
      {errors?.length ? <span className="error">{errors.join(" ")}</span> : null}
    </fieldset>
  );
}
