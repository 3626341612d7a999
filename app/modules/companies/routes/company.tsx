import type { LoaderFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { hasPermission } from "~/lib/access/crew-permissions";
import { formatPhone } from "~/lib/text/phone";
import { DEFAULT_LOAD_TONS } from "~/lib/units/measures";
import { getPathForOldTab, listCompanyTabs } from "~/tabs";
import { ButtonLink, DetailBox, Facts } from "~/ui/parts";
import { createContext } from "~/web/context.server";
import { callProcedure } from "~/web/form-action.server";
import { getCompany } from "../shared/company.server";

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await createContext(args);
  const named = getPathForOldTab(new URL(args.request.url).searchParams);
  if (named) throw redirect(named);
  const { permissions } = ctx.actor;
  // The menu links to this page: redirect a user who may not read the company to the first tab that they may open.
  const [first] = hasPermission(permissions, "company.read") ? [] : listCompanyTabs(permissions);
  if (first) throw redirect(first.href);
  return {
    ...(await callProcedure(getCompany, ctx, {})),
    may_edit: hasPermission(permissions, "company.update"),
  };
}

export default function CompanyOverview() {
  const company = useLoaderData<typeof loader>();
  return (
    <div className="boxes">
      <DetailBox title="Details" edit={company.may_edit ? { href: "/company/edit" } : null}>
        <Facts
          facts={[
            { term: "Address", value: [company.address, company.place].filter(Boolean).join(", ") },
            { term: "Phone", value: company.phone && formatPhone(company.phone) },
            {
              term: "Contact",
              value: [company.contact, company.contact_phone && formatPhone(company.contact_phone)]
                .filter(Boolean)
                .join(", "),
            },
            { term: "EIN", value: company.ein },
            { term: "Files", value: company.files },
            {
              term: "Default load",
              value: company.default_load_amount
                ? `${company.default_load_amount} tons`
                : `${DEFAULT_LOAD_TONS} tons if none is set`,
            },
            { term: "Works for", value: company.works_for },
            {
              term: "Claiming loads",
              value: company.force_drop_off
                ? "Drivers drop off their load before they claim another"
                : "Drivers can claim several loads",
            },
          ]}
        />
      </DetailBox>
      <DetailBox title="Subscription">
        <Facts
          facts={[
            { term: "Plan", value: company.plan },
            ...company.features.map(({ name, words }) => ({ term: name, value: words })),
          ]}
        />
        <p>
          <ButtonLink href="/company/subscription">See subscriptions</ButtonLink>
        </p>
      </DetailBox>
      <DetailBox title="Roles">
        <ul>
          {company.roles.map((role) => (
            <li key={role}>{role}</li>
          ))}
        </ul>
      </DetailBox>
      {company.may_edit ? (
        <DetailBox title="Logo" edit={{ href: "/company/logo", label: company.logo_url ? "Change" : "Add" }}>
          <p className="soft">Your logo is printed on your tickets and shown next to your name.</p>
        </DetailBox>
      ) : null}
    </div>
  );
}
