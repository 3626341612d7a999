import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { formatCount } from "~/lib/text/text";
import { ButtonLink, DetailBox } from "~/ui/parts";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { getJobOwner } from "../data/office.server";
import { OwnerReports } from "../ui/given-reports";

export const meta: MetaFunction = () => [{ title: "Land owner · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  return callProcedure(getJobOwner, await createContext(args), { id: parseId(args.params.jobId) });
}

type Owner = ReturnType<typeof useLoaderData<typeof loader>>;

function Links({ page }: { page: Owner }) {
  const to = (path: string) => paths.job(page.id, `owner/${path}`);
  return (
    <DetailBox title="Links without an account" full>
      <p className="soft">
        A link shows the loads of this job, without prices. Send it by email or text, or print it as a card.
        It works until you end it.
      </p>
      {page.links.length ? (
        <ul className="rows">
          {page.links.map((link) => (
            <li key={link.id}>
              <span>
                <strong>{link.name}</strong>{" "}
                <span className="soft small block">
                  {[
                    `For ${link.owner}`,
                    `made ${link.made}${link.by ? ` by ${link.by}` : ""}`,
                    link.expires ? `works until ${link.expires}` : null,
                  ]
                    .filter(Boolean)
                    .join(" · ")}
                </span>{" "}
                <span className="small block">
                  {link.opened
                    ? `Opened ${formatCount(link.opens, "time")}, last ${link.opened}`
                    : "Not opened yet"}
                </span>
              </span>{" "}
              {page.may_change ? (
                <a href={to(`links/${link.id}/removal`)}>
                  End<span className="sr"> the link of {link.name}</span>
                </a>
              ) : null}
            </li>
          ))}
        </ul>
      ) : (
        <p className="soft">No links yet.</p>
      )}
      {page.may_change && page.owners.length ? (
        <div className="row">
          <ButtonLink href={to("links/new")}>New link</ButtonLink>
        </div>
      ) : null}
      {page.owners.length ? null : (
        <p>
          This job has no land owner yet.{" "}
          <a href={paths.job(page.id, "companies")}>Add one under Companies</a>, with or without an account.
        </p>
      )}
    </DetailBox>
  );
}

/** Page about a job's land owner: the links, and the reports that are due or were delivered. */
export default function LandOwner() {
  const page = useLoaderData<typeof loader>();
  return (
    <div className="stack loose">
      <Links page={page} />
      <OwnerReports page={page} />
    </div>
  );
}
