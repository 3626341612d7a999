import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { DEFAULT_LOAD_TONS } from "~/domain/measures/measures";
import { fullName } from "~/domain/text/text";
import { getCompany } from "~/features/companies/company.server";
import { listPeople } from "~/features/people/invites.server";
import { formatPhone } from "~/features/people/phone";
import { Avatar, Box, Facts, PageHead } from "~/ui/parts";
import { context } from "~/web/context.server";
import { call } from "~/web/respond.server";

export const meta: MetaFunction = () => [{ title: "Company · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await context(args);
  return {
    ...(await call(getCompany, ctx, {})),
    crew: ctx.actor.permissions.crew_member.read ? await call(listPeople, ctx, {}) : null,
  };
}

export default function Company() {
  const company = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead
        title={
          <span className="person">
            <Avatar name={company.name} src={company.logo_url} square /> {company.name}
          </span>
        }
        lede={company.bio}
      />
      <div className="boxes">
        <Box title="Roles">
          <ul>
            {company.roles.map((role) => (
              <li key={role}>{role}</li>
            ))}
          </ul>
        </Box>
        <Box title="Details">
          <Facts
            facts={[
              { term: "Subscription", value: company.is_professional ? "Professional" : "Basic" },
              { term: "Address", value: [company.address, company.place].filter(Boolean).join(", ") },
              { term: "Phone", value: company.phone && formatPhone(company.phone) },
              { term: "EIN", value: company.ein },
              {
                term: "Default load",
                value: company.default_load_amount
                  ? `${company.default_load_amount} tons`
                  : `${DEFAULT_LOAD_TONS} tons, where none is set`,
              },
            ]}
          />
        </Box>
        {company.crew?.may_invite ? (
          <Box title="API" edit={{ href: "/company/api-keys", label: "API keys" }}>
            <p className="soft">Keys that let your programs read and write as your company.</p>
          </Box>
        ) : null}
        {company.crew ? (
          <Box
            title="People"
            full
            edit={company.crew.may_invite ? { href: "/company/invite", label: "Invite" } : null}
          >
            <ul className="stack">
              {company.crew.people.map((p) => (
                <li key={`${p.id}-${p.crew}`} className="person">
                  <Avatar name={fullName(p)} />
                  <span>
                    {fullName(p)}
                    <br />
                    <span className="soft small">{p.is_admin ? "Is Admin" : p.crew}</span>
                  </span>
                </li>
              ))}
              {company.crew.invited.map((p) => (
                <li key={p.id} className="row between">
                  <span className="person">
                    <Avatar name={fullName(p)} />
                    <span>
                      {fullName(p)}
                      <br />
                      <span className="soft small">Invited, {p.email}</span>
                    </span>
                  </span>
                  <form method="post" action="/company/invitations">
                    <input type="hidden" name="invite_id" value={p.id} />
                    <button type="submit" className="button">
                      Withdraw<span className="sr"> the invitation of {fullName(p)}</span>
                    </button>
                  </form>
                </li>
              ))}
            </ul>
          </Box>
        ) : null}
      </div>
    </>
  );
}
