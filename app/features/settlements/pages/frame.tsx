import "~/styles/settling.css";
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { Fragment } from "react";
import { SETTLEMENT_TABS } from "~/features/settlements/tabs";
import { Inside, PageHead } from "~/ui/parts";
import { useCurrentTab } from "~/ui/trail";
import { whoIs } from "~/web/context.server";

export const meta: MetaFunction = () => [{ title: "Settlements · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const { actor } = await whoIs(args);
  return { belongs: actor.company !== null };
}

/** The head and tabs above all pages of settlements. */
export default function Settlements() {
  const { belongs } = useLoaderData<typeof loader>();
  const currentOf = useCurrentTab("/settlements");
  return (
    <>
      <PageHead title="Settlements" />
      <div className="stack loose">
        {belongs ? (
          <nav className="seg" aria-label="Settlements">
            {SETTLEMENT_TABS.map(({ href, label }) => (
              <Fragment key={href}>
                <a href={href} aria-current={currentOf(href)}>
                  {label}{" "}
                </a>{" "}
              </Fragment>
            ))}
          </nav>
        ) : null}
        <Inside>
          <Outlet />
        </Inside>
      </div>
    </>
  );
}
