import type { LoaderFunctionArgs } from "@remix-run/node";
import {
  isRouteErrorResponse,
  Outlet,
  useLoaderData,
  useLocation,
  useRouteError,
  useRouteLoaderData,
} from "@remix-run/react";
import { getJobGate, getSetup } from "~/features/job-setup/draft.server";
import { PREMIUM } from "~/features/job-setup/premium";
import { isFromReview } from "~/features/job-setup/return-to-review";
import { StepLine } from "~/features/job-setup/setup-parts";
import { StepHrefs } from "~/features/job-setup/step-hrefs";
import { stepOfPath } from "~/features/job-setup/words";
import { readSignInFirst, SignInFirstForm } from "~/features/people/sign-in-first";
import { LeadForm } from "~/features/sales/lead-form";
import { getLeadForm } from "~/features/sales/leads.server";
import { ButtonLink, PageHead } from "~/ui/parts";
import { RouteErrorWords } from "~/ui/route-error";
import { context } from "~/web/context.server";
import { call } from "~/web/respond.server";
import { newSubmissionId } from "~/web/submission-id.server";

/** The steps above every page of setting up a job; for a company without the feature what the sales form knows. */
export async function loader(args: LoaderFunctionArgs) {
  const ctx = await context(args);
  if ((await call(getJobGate, ctx, {})).open) return { setup: await call(getSetup, ctx, {}), sales: null };
  return {
    setup: null,
    sales: { saved: await call(getLeadForm, ctx, {}), submission_id: newSubmissionId() },
  };
}

export default function Create() {
  const { setup } = useLoaderData<typeof loader>();
  const { pathname, search } = useLocation();
  const here = stepOfPath(pathname);
  const address = pathname + search;
  return (
    <div className="stack loose">
      {here && setup ? (
        <div className="row between setup-top">
          <StepLine here={here} active={setup.active} />
          {isFromReview(address) ? <a href="/jobs/create/review">Back to review</a> : null}
          {setup.started ? <a href="/jobs/create/cancellation">Cancel the setup</a> : null}
        </div>
      ) : null}
      <StepHrefs here={address}>
        <Outlet />
      </StepHrefs>
    </div>
  );
}

/** Each page is refused by its own procedure (403); the sales form is shown instead (spec 1, section 1). */
export function ErrorBoundary() {
  const error = useRouteError();
  const sales = useRouteLoaderData<typeof loader>("/jobs/create frame")?.sales;
  const first = readSignInFirst(error);
  if (first) return <SignInFirstForm {...first} />;
  if (!sales || !isRouteErrorResponse(error) || error.status !== 403)
    return <RouteErrorWords error={error} />;
  return (
    <div className="narrow stack loose">
      <PageHead title="Creating jobs needs a company subscription" lede={PREMIUM} />
      <LeadForm saved={sales.saved} submissionId={sales.submission_id} />
      <p>
        <ButtonLink href="/jobs">Back to jobs</ButtonLink>
      </p>
    </div>
  );
}
