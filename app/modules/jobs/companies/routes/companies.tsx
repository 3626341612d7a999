import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ActionForm } from "~/ui/action-form";
import { ButtonLink, DetailBox } from "~/ui/parts";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { createSubmissionId } from "~/web/submission-id.server";
import { getJobCompanies } from "../data/companies.server";

export async function loader(args: LoaderFunctionArgs) {
  const job = await callProcedure(getJobCompanies, await createContext(args), {
    id: parseId(args.params.jobId),
  });
  return { ...job, submission_id: createSubmissionId() };
}

export default function Companies() {
  const { id, companies, declined, may_add, my_crews, submission_id } = useLoaderData<typeof loader>();
  return (
    <DetailBox title="Companies and crews" full>
      {companies.length ? (
        <ul className="rows">
          {companies.map((c) => {
            const there = paths.job(id, `companies/${c.company_id}`);
            return (
              <li key={c.company_id}>
                <span>
                  <strong>{c.name}</strong> {c.state ? <span className="tag">{c.state}</span> : null}{" "}
                  <span className="soft small block">
                    {[c.roles, c.crews.length ? `Crews: ${c.crews.join(", ")}` : ""]
                      .filter(Boolean)
                      .join(" · ")}
                  </span>{" "}
                  {c.contracts
                    .filter((k) => k.name || k.has_file)
                    .map((k) => (
                      <span key={k.role} className="small block">
                        {k.label} contract: {k.name ?? "not named"}{" "}
                        {k.has_file ? <a href={`${there}/contracts/${k.role}/file`}>PDF</a> : null}{" "}
                      </span>
                    ))}
                </span>{" "}
                <span className="row">
                  {c.may_contract
                    ? c.contracts.map((k) => (
                        <a key={k.role} href={`${there}/contracts/${k.role}`}>
                          {k.label} contract<span className="sr"> of {c.name} </span>
                        </a>
                      ))
                    : null}
                  {c.may_invite ? (
                    <a href={`${there}/invitation`}>
                      Invite again<span className="sr"> {c.name}</span>
                    </a>
                  ) : null}{" "}
                  {c.may_remove ? (
                    <a href={`${there}/removal`}>
                      Remove<span className="sr"> {c.name}</span>
                    </a>
                  ) : null}
                </span>
              </li>
            );
          })}
        </ul>
      ) : (
        <p className="soft">No companies on this job yet.</p>
      )}
      {declined.length ? (
        <ul className="rows" id="declined">
          {declined.map((c) => (
            <li key={c.company_id}>
              <span>
                <strong>{c.name}</strong> <span className="tag">declined</span>{" "}
                <span className="soft small block">
                  {c.roles} · {c.at}
                  {may_add ? ". Add another company, or ask again." : ""}
                </span>
              </span>
            </li>
          ))}
        </ul>
      ) : null}
      {my_crews?.length ? (
        <ActionForm action={paths.job(id, "crews")} submissionId={submission_id} button="Save crews" plain>
          <fieldset className="field">
            <legend>Which of your crews will work here?</legend>
            <p className="hint">If you choose none, everyone at your company is listed.</p>
            {my_crews.map((crew) => (
              <label key={crew.id} className="check">
                <input type="checkbox" name="crew_ids" value={crew.id} defaultChecked={crew.comes} />
                <span>{crew.name}</span>
              </label>
            ))}
          </fieldset>
        </ActionForm>
      ) : null}
      {may_add ? (
        <div className="row">
          <ButtonLink href={paths.job(id, "companies/new")}>Add contractor</ButtonLink>
        </div>
      ) : null}
    </DetailBox>
  );
}
