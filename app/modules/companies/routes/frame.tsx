import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData, useRouteLoaderData } from "@remix-run/react";
import type { loader as shellLoader } from "~/modules/dashboard/routes/frame";
import { listCompanyTabs } from "~/tabs";
import { Avatar, Inside, PageHead } from "~/ui/parts";
import { createContext } from "~/web/context.server";
import { CompanyTabs } from "../ui/company-tabs";
import type { loader as overviewLoader } from "./company";

export const meta: MetaFunction = () => [{ title: "Company · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const { company, permissions } = (await createContext(args)).actor;
  return {
    name: company?.name ?? "",
    logo_url: company?.logo_url ?? null,
    tabs: listCompanyTabs(permissions),
  };
}

/** Header of all pages below the company: only its name, so that each page requires its own flag. */
export default function Company() {
  const { name, logo_url, tabs } = useLoaderData<typeof loader>();
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
        <CompanyTabs tabs={tabs} joinRequests={shell?.joinRequests} />
        <Inside>
          <Outlet />
        </Inside>
      </div>
    </>
  );
}
