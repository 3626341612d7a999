import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData, useRouteLoaderData } from "@remix-run/react";
import type { loader as shellLoader } from "~/modules/dashboard/routes/frame";
import { listCompanyTabs } from "~/tabs";
import { Avatar, NestedHeadings, PageHead } from "~/ui/parts";
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

/** Layout of all company pages, which loads only the company's name; each page checks its own permission. */
export default function CompanyLayout() {
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
        <NestedHeadings>
          <Outlet />
        </NestedHeadings>
      </div>
    </>
  );
}
