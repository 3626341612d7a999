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
import { FEATURE, hasFeature, NEEDS_SETTLEMENTS_MESSAGE } from "~/lib/access/company-features";
import { readCompanyFeatures } from "~/lib/access/features.server";
import { toRecord } from "~/lib/object/records";
import { LeadForm } from "~/modules/leads/shared/lead-form";
import { getLeadForm } from "~/modules/leads/shared/leads.server";
import { getSignInRequiredData, SignInFirstForm } from "~/modules/people/shared/sign-in-first";
import { ButtonLink, NestedHeadings, PageHead } from "~/ui/parts";
import { RouteErrorMessage } from "~/ui/route-error";
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

/** Heading and tabs above all settlement pages. */
export default function SettlementsFrame() {
  const { belongs } = useLoaderData<typeof loader>();
  return (
    <Frame belongs={belongs}>
      <Outlet />
    </Frame>
  );
}

/** Show the sales page if a procedure is refused (403) because it needs a subscription. */
export function ErrorBoundary() {
  const error = useRouteError();
  const sales = useRouteLoaderData<typeof loader>("/settlements frame")?.sales;
  const first = getSignInRequiredData(error);
  const needs =
    isRouteErrorResponse(error) &&
    error.status === 403 &&
    toRecord(error.data).message === NEEDS_SETTLEMENTS_MESSAGE;
  if (first) return <SignInFirstForm {...first} />;
  if (!sales || !needs) return <RouteErrorMessage error={error} />;
  return (
    <Frame belongs>
      <div className="narrow stack loose">
        <PageHead
          title={NEEDS_SETTLEMENTS_MESSAGE}
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
        <NestedHeadings>{children}</NestedHeadings>
      </div>
    </>
  );
}
