import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { getPathForOldTab } from "~/tabs";
import { createBreadcrumbHandle } from "~/ui/naming";
import { Avatar, DetailBox, EmptyState, Facts, PageHead } from "~/ui/parts";
import { createUserContext } from "~/web/context.server";
import { callProcedure, parseId } from "~/web/form-action.server";
import { getCompanyProfile } from "../shared/public-face.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.name ?? "Company"} · Timbertally` },
];

/** Redirect from the user's own company to its page, including its old URLs; show the public profile of other companies. */
export async function loader(args: LoaderFunctionArgs) {
  const ctx = await createUserContext(args);
  const id = parseId(args.params.companyId);
  const { searchParams } = new URL(args.request.url);
  if (id === ctx.actor.company?.id) throw redirect(getPathForOldTab(searchParams) ?? "/company");
  return {
    ...(await callProcedure(getCompanyProfile, ctx, { id })),
    theirs: ctx.actor.companies.some((c) => c.id === id),
  };
}

export const handle = createBreadcrumbHandle<typeof loader>({ "/companies/:companyId": (data) => data.name });

export default function CompanyProfile() {
  const { name, logo_url, place, roles, certifications, contact, theirs } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead
        title={
          <span className="person">
            <Avatar name={name} src={logo_url} square /> {name}
          </span>
        }
        lede={place}
      />
      <div className="stack loose">
        {theirs ? (
          <p>
            You belong to this company. <a href="/companies">Work for it</a> to see all of it.
          </p>
        ) : null}
        <div className="boxes">
          <DetailBox title="Roles">
            <ul>
              {roles.map((role) => (
                <li key={role}>{role}</li>
              ))}
            </ul>
          </DetailBox>
          {contact ? (
            <DetailBox title="Contact">
              <Facts
                facts={[
                  { term: "Name", value: contact.name },
                  {
                    term: "Phone",
                    value: contact.phone && <a href={`tel:${contact.phone_number}`}>{contact.phone}</a>,
                  },
                ]}
              />
            </DetailBox>
          ) : null}
          <DetailBox title="Certifications">
            {certifications.length ? <p className="soft small">As stated by the company</p> : null}
            {certifications.length ? (
              <ul>
                {certifications.map((c) => (
                  <li key={`${c.type} ${c.license}`}>
                    {c.type} {c.license}
                    {c.claim ? <span className="soft"> {c.claim}</span> : null}
                  </li>
                ))}
              </ul>
            ) : (
              <EmptyState title="No certifications" next={null} />
            )}
          </DetailBox>
        </div>
      </div>
    </>
  );
}
