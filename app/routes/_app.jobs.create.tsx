import type { LoaderFunctionArgs } from "@remix-run/node";
import { data } from "@remix-run/node";
import { isRouteErrorResponse, Outlet, useLoaderData, useLocation, useRouteError } from "@remix-run/react";
import { getJobGate, getSetup } from "~/features/job-setup/draft.server";
import { PREMIUM } from "~/features/job-setup/premium";
import { StepLine } from "~/features/job-setup/setup-parts";
import { stepOfPath } from "~/features/job-setup/words";
import { LeadForm, type LeadValues } from "~/features/sales/lead-form";
import { getLeadForm } from "~/features/sales/leads.server";
import { ButtonLink, PageHead } from "~/ui/parts";
import { RouteErrorWords } from "~/ui/route-error";
import { context } from "~/web/context.server";
import { call } from "~/web/respond.server";
import { newSubmissionId } from "~/web/submission-id.server";

type Sales = { saved: LeadValues; submission_id: string };

/** The steps above every page of setting up a job; companies without the feature get the sales page instead (403). */
export async function loader(args: LoaderFunctionArgs) {
  const ctx = await context(args);
  if (!(await call(getJobGate, ctx, {})).open) {
    const sales: Sales = { saved: await call(getLeadForm, ctx, {}), submission_id: newSubmissionId() };
    throw data({ message: PREMIUM, sales }, { status: 403 });
  }
  return call(getSetup, ctx, {});
}

export default function Create() {
  const setup = useLoaderData<typeof loader>();
  const { pathname } = useLocation();
  const here = stepOfPath(pathname);
  return (
    <div className="stack loose">
      {here ? (
        <div className="row between setup-top">
          <StepLine here={here} active={setup.active} />
          {setup.started ? <a href="/jobs/create/cancellation">Cancel the setup</a> : null}
        </div>
      ) : null}
      <Outlet />
    </div>
  );
}

/** A premium feature that the company does not have: what it is, and whom to ask (spec 1, section 1). */
export function ErrorBoundary() {
  const error = useRouteError();
  const sales = isRouteErrorResponse(error) ? (error.data as { sales?: Sales } | null)?.sales : undefined;
  if (!sales) return <RouteErrorWords error={error} />;
  return (
    <div className="narrow stack loose">
      <PageHead title="Creating jobs needs a company subscription" lede={PREMIUM} />
      <LeadForm saved={sales.saved} submissionId={sales.submission_id} />
      <p>
        <ButtonLink href="/jobs">Back to the jobs</ButtonLink>
      </p>
    </div>
  );
}
