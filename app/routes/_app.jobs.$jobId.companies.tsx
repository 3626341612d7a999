import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { getJobCompanies } from "~/features/job-companies/companies.server";
import { Box, ButtonLink } from "~/ui/parts";
import { context } from "~/web/context.server";
import { paths } from "~/web/paths";
import { call, idOf } from "~/web/respond.server";

export async function loader(args: LoaderFunctionArgs) {
  return call(getJobCompanies, await context(args), { id: idOf(args.params.jobId) });
}

export default function Companies() {
  const { id, companies, may_add } = useLoaderData<typeof loader>();
  return (
    <Box title="Companies and crews" full>
      {companies.length ? (
        <ul className="rows">
          {companies.map((c) => {
            const there = paths.job(id, `companies/${c.company_id}`);
            return (
              <li key={c.company_id}>
                <span>
                  <strong>{c.name}</strong> {c.state ? <span className="tag">{c.state}</span> : null}
                  <span className="soft small block">
                    {[c.roles, c.crews.length ? `Crews: ${c.crews.join(", ")}` : ""]
                      .filter(Boolean)
                      .join(" · ")}
                  </span>
                  {c.contracts
                    .filter((k) => k.name || k.has_file)
                    .map((k) => (
                      <span key={k.role} className="small block">
                        {k.label} contract: {k.name ?? "not named"}{" "}
                        {k.has_file ? <a href={`${there}/contracts/${k.role}/file`}>PDF</a> : null}
                      </span>
                    ))}
                </span>
                <span className="row">
                  {c.may_contract
                    ? c.contracts.map((k) => (
                        <a key={k.role} href={`${there}/contracts/${k.role}`}>
                          {k.label} contract<span className="sr"> of {c.name}</span>
                        </a>
                      ))
                    : null}
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
      {may_add ? (
        <div className="row">
          <ButtonLink href={paths.job(id, "companies/new")}>Add contractor</ButtonLink>
        </div>
      ) : null}
    </Box>
  );
}
