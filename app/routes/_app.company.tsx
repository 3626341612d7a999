import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { DEFAULT_LOAD_TONS } from "~/domain/measures/measures";
import { getCompany } from "~/features/companies/company.server";
import { formatPhone } from "~/features/people/phone";
import { Avatar, Box, Facts, PageHead } from "~/ui/parts";
import { context } from "~/web/context.server";
import { call } from "~/web/respond.server";

export const meta: MetaFunction = () => [{ title: "Company · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  return call(getCompany, await context(args), {});
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
      </div>
    </>
  );
}
