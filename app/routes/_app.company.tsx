import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData, useLocation, useRouteLoaderData } from "@remix-run/react";
import { getCompany } from "~/features/companies/company.server";
import { CompanyTabs } from "~/features/companies/tabs";
import { Avatar, PageHead } from "~/ui/parts";
import { context } from "~/web/context.server";
import { call } from "~/web/respond.server";
import type { loader as shellLoader } from "./_app";

export const meta: MetaFunction = () => [{ title: "Company · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await context(args);
  const { name, logo_url, bio } = await call(getCompany, ctx, {});
  return { name, logo_url, bio, isAdmin: ctx.actor.permissions.is_primary };
}

/** What all tabs of the company's page have in common. */
export default function Company() {
  const { name, logo_url, bio, isAdmin } = useLoaderData<typeof loader>();
  const { pathname } = useLocation();
  const shell = useRouteLoaderData<typeof shellLoader>("routes/_app");
  return (
    <>
      <PageHead
        title={
          <span className="person">
            <Avatar name={name} src={logo_url} square /> {name}
          </span>
        }
        lede={pathname === "/company" ? bio : undefined}
      />
      <div className="stack loose">
        <CompanyTabs here={pathname} isAdmin={isAdmin} joinRequests={shell?.joinRequests} />
        <Outlet />
      </div>
    </>
  );
}
