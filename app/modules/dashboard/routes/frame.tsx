import type { LoaderFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import {
  isRouteErrorResponse,
  Outlet,
  useLocation,
  useRouteError,
  useRouteLoaderData,
} from "@remix-run/react";
import { getCrumbs } from "~/crumbs";
import { readPendingCounts } from "~/frame-counts.server";
import { formatFullName } from "~/lib/text/text";
import { createMenu } from "~/menu";
import { readTrialEndNotice } from "~/modules/companies/shared/company.server";
import { isSortSheetPath } from "~/modules/jobs/setup/rules/words";
import { TrialOffer } from "~/modules/settlements/shared/trial-card";
import { ErrorBoundary as RootError, type loader as rootLoader } from "~/root";
import { DoneMessage } from "~/ui/done";
import { useLabeledBreadcrumbs } from "~/ui/naming";
import { RouteErrorMessage } from "~/ui/route-error";
import { AppShell, removeLiveCounts } from "~/ui/shell";
import { getApp } from "~/web/app.server";
import { buildSignInPath, identifyCaller } from "~/web/context.server";
import { readLastListQueries } from "~/web/last-list.server";
import { getCarriedPost } from "~/web/post-after-login.server";
import { getVerificationPath } from "~/web/qr-params";

export async function loader(args: LoaderFunctionArgs) {
  const { actor } = await identifyCaller(args);
  if (!actor.user) {
    const carried = getCarriedPost(args);
    // The front page is shown without the page frame.
    if (!carried && new URL(args.request.url).pathname === "/") return null;
    // Let a visitor without an account verify a scanned sheet code; even a wrong code must get a response.
    throw carried ?? redirect(getVerificationPath(args.request.url) ?? buildSignInPath(args.request));
  }
  const belongs = actor.companies.length > 0;
  const seen = readLastListQueries(args.request, actor);
  const { read } = (await getApp()).db;
  const { trial_offered, plan, ...counts } = await readPendingCounts(read, actor, new Date());
  return {
    company: actor.company && { id: actor.company.id, name: actor.company.name },
    // The sort sheet belongs to the requesting company, so its page has no company switcher
    // (docs/domain.md#setting-up-a-job).
    companies: isSortSheetPath(new URL(args.request.url).pathname)
      ? []
      : actor.companies.map(({ id, name }) => ({ id, name })),
    subscription: plan,
    personName: formatFullName(actor.user),
    personPicture: actor.user.avatar_url,
    userId: actor.user.id,
    zone: actor.zone,
    joinRequests: counts.requests,
    menu: createMenu({
      belongs,
      permissions: actor.company ? actor.permissions : null,
      isMill: actor.company?.roles.is_mill ?? false,
      isSuper: actor.user.is_super_user,
      counts,
    }),
    updating: args.context.updating,
    seen,
    crumbs: getCrumbs(new URL(args.request.url).pathname, seen),
    trial_end: await readTrialEndNotice(read, actor, new Date()),
    trial_offered,
  };
}

function Frame({ children }: { children: React.ReactNode }) {
  const shell = useRouteLoaderData<typeof loader>("app");
  const light = useRouteLoaderData<typeof rootLoader>("root")?.light ?? true;
  const { pathname } = useLocation();
  const crumbs = useLabeledBreadcrumbs(shell?.crumbs ?? []);
  if (!shell) return children;
  return (
    <AppShell
      {...shell}
      crumbs={crumbs}
      nav={removeLiveCounts(shell.menu.nav, light)}
      more={removeLiveCounts(shell.menu.more, light)}
      here={pathname}
    >
      <DoneMessage />
      {shell.trial_offered ? <TrialOffer /> : null}
      {children}
    </AppShell>
  );
}

export default function App() {
  return (
    <Frame>
      <Outlet />
    </Frame>
  );
}

/** Show errors of the inner pages within the page frame, so that its links stay usable. */
export function ErrorBoundary() {
  const error = useRouteError();
  const shell = useRouteLoaderData<typeof loader>("app");
  if (!shell || !isRouteErrorResponse(error) || error.status === 401) return <RootError />;
  return (
    <Frame>
      <RouteErrorMessage error={error} />
    </Frame>
  );
}
