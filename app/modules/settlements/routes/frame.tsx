import "~/styles/settling.css";
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import {
  isRouteErrorResponse,
  Outlet,
  useLoaderData,
  useRouteError,
  useRouteLoaderData,
} from "@remix-run/react";
import { Fragment, type ReactNode } from "react";
import { FEATURE, hasFeature, NEEDS_SETTLEMENTS } from "~/lib/access/company-features";
import { readCompanyFeatures } from "~/lib/access/features.server";
import { toRecord } from "~/lib/object/records";
import { LeadForm } from "~/modules/leads/shared/lead-form";
import { getLeadForm } from "~/modules/leads/shared/leads.server";
import { readSignInFirst, SignInFirstForm } from "~/modules/people/shared/sign-in-first";
import { ButtonLink, Inside, PageHead } from "~/ui/parts";
import { RouteErrorWords } from "~/ui/route-error";
import { useCurrentTab } from "~/ui/trail";
import { getApp } from "~/web/app.server";
import { createContext, identifyCaller } from "~/web/context.server";
import { callProcedure } from "~/web/form-action.server";
import { createSubmissionId } from "~/web/submission-id.server";
import { SETTLEMENT_TABS } from "../rules/tabs";

export const meta: MetaFunction = () => [{ title: "Settlements · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const { actor } = await identifyCaller(args);
  if (!actor.company) return { belongs: false, sales: null };
  const features = await readCompanyFeatures({ read: (await getApp()).db.read, actor });
  if (hasFeature(features, FEATURE.settlements, new Date())) return { belongs: true, sales: null };
  return {
    belongs: true,
    sales: {
      saved: await callProcedure(getLeadForm, await createContext(args), {}),
      submission_id: createSubmissionId(),
    },
  };
}

/** The head and tabs above all pages of settlements. */
export default function Settlements() {
  const { belongs } = useLoaderData<typeof loader>();
  return (
    <Frame belongs={belongs}>
      <Outlet />
    </Frame>
  );
}

/** What needs a subscription is refused (403) by its own procedure; the sales form is shown in its place. */
export function ErrorBoundary() {
  const error = useRouteError();
  const sales = useRouteLoaderData<typeof loader>("/settlements frame")?.sales;
  const first = readSignInFirst(error);
  const needs =
    isRouteErrorResponse(error) && error.status === 403 && toRecord(error.data).message === NEEDS_SETTLEMENTS;
  if (first) return <SignInFirstForm {...first} />;
  if (!sales || !needs) return <RouteErrorWords error={error} />;
  return (
    <Frame belongs>
      <div className="narrow stack loose">
        <PageHead
          title={NEEDS_SETTLEMENTS}
          lede="You can always read, print and export your past statements and payments."
        />
        <LeadForm saved={sales.saved} submissionId={sales.submission_id} />
        <p>
          <ButtonLink href="/settlements">Back to settlements</ButtonLink>
        </p>
      </div>
    </Frame>
  );
}

function Frame({ belongs, children }: { belongs: boolean; children: ReactNode }) {
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
        <Inside>{children}</Inside>
      </div>
    </>
  );
}
