import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData, useLocation, useRouteLoaderData } from "@remix-run/react";
import type { loader as overviewLoader } from "~/features/companies/pages/company";
import { CompanyTabs, tabsFor } from "~/features/companies/tabs";
import type { loader as shellLoader } from "~/features/home/pages/frame";
import { Avatar, PageHead } from "~/ui/parts";
import { context } from "~/web/context.server";

export const meta: MetaFunction = () => [{ title: "Company · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const { company, permissions } = (await context(args)).actor;
  return { name: company?.name ?? "", logo_url: company?.logo_url ?? null, tabs: tabsFor(permissions) };
}

/** What all tabs of the company's page have in common: its name alone, so that each tab asks for its own flag. */
export default function Company() {
  const { name, logo_url, tabs } = useLoaderData<typeof loader>();
  const { pathname } = useLocation();
  const shell = useRouteLoaderData<typeof shellLoader>("app");
  const overview = useRouteLoaderData<typeof overviewLoader>("/company");
  return (
    <>
      <PageHead
        title={
          <span className="person">
            <Avatar name={name} src={logo_url} square /> {name}
          </span>
        }
        lede={overview?.bio}
      />
      <div className="stack loose">
        <CompanyTabs here={pathname} tabs={tabs} joinRequests={shell?.joinRequests} />
        <Outlet />
      </div>
    </>
  );
}
